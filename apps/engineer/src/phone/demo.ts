import { demoLogins } from "@fieldfare/contract";
import { callServer, type Device } from "@fieldfare/device";

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

/** Reads the demo logins. There are some only while the server has demo data; without a server there are none. */
export async function readDemoLogins(device: Device): Promise<readonly DemoLogin[]> {
  const answer = await callServer(device, demoLogins, {});
  return answer.ok ? answer.value.logins : [];
}
