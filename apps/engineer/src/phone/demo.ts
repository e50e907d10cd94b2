import { demoLogins } from "@fieldfare/contract";
import { callServer, type Device } from "@fieldfare/device";

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

/** The demo logins while demo data is loaded; none when there is no server to ask. */
export async function readDemoLogins(device: Device): Promise<readonly DemoLogin[]> {
  const answer = await callServer(device, demoLogins, {});
  return answer.ok ? answer.value.logins : [];
}
