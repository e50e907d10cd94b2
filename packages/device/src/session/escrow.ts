import { CompactEncrypt, importJWK } from "jose";
import { type EscrowKey, openDataKey, type SealedDataKey } from "@fieldfare/contract";
import type { CallFailure } from "../api/failure.ts";
import { send } from "../api/request.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { hashKey } from "../database/sealing.ts";
import { transact } from "../database/unit.ts";
import { type Device, forEngineer } from "../device.ts";

/**
 * Stores a copy of the data key that only the server can open, for this engineer on this device. Makes it anew when the
 * server has another key, or the database.
 */
export async function storeCopy(device: Device, database: EngineerDatabase): Promise<void> {
  const { escrowKey } = device.ports.clientSettings();
  const dataKey = database.sealing?.dataKey;
  const setting = await database.setting.get(1);
  if (!escrowKey || !dataKey || !setting?.deviceId || !setting.installationDate) return;
  const { deviceId } = setting;
  const sealedFor = [escrowKey.kid, deviceId, toBase64(hashKey(dataKey))].join(" ");
  if ((await database.sealKey.get("escrow"))?.sealedFor === sealedFor) return;
  const content = { accountId: database.ownerId, deviceId, dataKey: toBase64(dataKey) };
  const sealed = new TextEncoder().encode(await sealToServer(content, escrowKey));
  await transact(forEngineer(device, database), ["sealKey"], (unit) =>
    unit.put("sealKey", { name: "escrow", key: sealed.buffer, sealedFor }),
  );
}

async function sealToServer(
  content: SealedDataKey,
  { kid, ...publicKey }: EscrowKey,
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid })
    .encrypt(await importJWK(publicKey, "ECDH-ES"));
}

/**
 * Lets the server open the copy, with the token of a sign-in that it has taken just now. `not-opened`: there is no copy,
 * or asking again would not help.
 */
export async function openCopy(
  device: Device,
  database: EngineerDatabase,
  token: string,
): Promise<"opened" | "not-opened" | "unreachable"> {
  const copy = await database.sealKey.get("escrow");
  if (!copy) return "not-opened";
  const answer = await send(device, {
    method: openDataKey.method,
    path: openDataKey.path,
    body: JSON.stringify({ sealed: new TextDecoder().decode(copy.key) }),
    token,
    deviceId: (await database.setting.get(1))?.deviceId,
    signer: database,
  });
  if (!answer.ok) return mayHelpLater(answer.failure) ? "unreachable" : "not-opened";
  const parsed = openDataKey.response.safeParse(answer.value);
  const isOpened =
    parsed.success && database.sealing?.unlock(fromBase64(parsed.data.dataKey)) === true;
  return isOpened ? "opened" : "not-opened";
}

function mayHelpLater(failure: CallFailure): boolean {
  if (failure.kind === "problem") return failure.status === 429 || failure.status >= 500;
  return failure.kind === "network" || failure.kind === "status" || failure.kind === "malformed";
}
