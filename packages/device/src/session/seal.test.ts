import { describe, expect, it } from "vitest";
import { browserPorts } from "../browser/ports.ts";
import { hashSecret } from "../hash-secret.ts";
import { owner, ownerEmail as username } from "../testing/fake-server.ts";
import { seededRandom } from "../testing/random.ts";
import { type OfflineProfile, openProfile, sealProfile } from "./seal.ts";

const profile: Pick<OfflineProfile, "claims" | "username"> = {
  username,
  claims: {
    id: owner,
    name: "Sam",
    email: username,
    userType: 2,
    perms: [],
    fieldOperativeId: owner,
    requestSignature: false,
    recordsMileage: true,
    exp: 1,
  },
};

describe("A profile that the PIN protects", () => {
  const { signInCost } = browserPorts;
  const random = seededRandom(1);
  const ports = { randomBytes: (count: number) => random.bytes(count), signInCost, hashSecret };

  it("costs a thief 19 MiB and two passes for each guess, as OWASP advises", async () => {
    expect(signInCost).toEqual({ memory: 19_456, passes: 2 });
    const sealed = await sealProfile(ports, "280451", profile, null);
    expect(await openProfile(ports, sealed, "280451", username, null)).toMatchObject({ username });
    expect(await openProfile(ports, sealed, "280452", username, null)).toBeNull();
    const cheaper = { hashSecret, signInCost: { memory: 8, passes: 1 } };
    expect(await openProfile(cheaper, sealed, "280451", username, null)).toBeNull();
  });
});
