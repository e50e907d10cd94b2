import type { Device } from "../device.ts";

/** Fills forms that the engineer signs with the last signature given on this device. */
export function withSignature(
  ownerId: string,
  values: Readonly<Record<string, unknown>> | undefined,
  signature: string,
) {
  return { ownerId, values: { ...values, engineerSignature: signature } };
}

/** A convenience: a failure to store it is ignored. */
export async function storeSignature({ database }: Device, signature: string): Promise<void> {
  const token = await database.token.get(1);
  if (!token) return;
  const { ownerId } = token;
  const memory = await database.formMemory.get(ownerId).catch(() => undefined);
  const row = withSignature(ownerId, memory?.values, signature);
  await database.formMemory.put(row).catch(() => undefined);
}
