import type { Device } from "../device.ts";

/** Forms that the engineer signs begin with the signature that the engineer gave last on this device. */
export function withSignature(
  ownerId: string,
  values: Readonly<Record<string, unknown>> | undefined,
  signature: string,
) {
  return { ownerId, values: { ...values, engineerSignature: signature } };
}

/** A convenience: that it cannot be stored ends nothing. */
export async function storeSignature({ database }: Device, signature: string): Promise<void> {
  const token = await database.token.get(1);
  if (!token) return;
  const { ownerId } = token;
  const memory = await database.formMemory.get(ownerId).catch(() => undefined);
  const row = withSignature(ownerId, memory?.values, signature);
  await database.formMemory.put(row).catch(() => undefined);
}
