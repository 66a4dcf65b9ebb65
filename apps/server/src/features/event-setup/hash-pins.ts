import { hashPassword } from '#platform/secrets/passwords.ts';

/** The hashes of new PINs by the index of their receiver. Before the transaction: a hash takes long. */
export type PinHashes = ReadonlyMap<number, string>;

export async function hashPins({
  receivers,
}: {
  receivers: readonly { pin?: string | null | undefined }[];
}): Promise<PinHashes> {
  const hashes = new Map<number, string>();
  for (const [index, { pin }] of receivers.entries()) if (pin) hashes.set(index, await hashPassword(pin));
  return hashes;
}
