import type { StoredReceiver } from './plan.ts';

interface Known {
  /** Null: of a former version. */
  receiverId: number | null;
  userId: number | null;
  name: string;
}

/**
 * The receiver of a message on the list as it is now; undefined: nobody there has this number or address. A list that was
 * copied has others with the same ones: of several the same receiver comes first, then the same person, then one with a PIN.
 */
export function receiverAt<R extends StoredReceiver>(
  list: readonly R[],
  address: string | null,
  { receiverId, userId, name }: Known,
): R | undefined {
  if (address === null) return undefined;
  const there = list.filter(({ mobile, email }) => mobile === address || email === address);
  return (
    there.find((receiver) => receiver.receiverId === receiverId) ??
    there.find((receiver) => receiver.userId === userId && receiver.name === name) ??
    there.find(({ pinHash }) => pinHash !== null) ??
    there[0]
  );
}

/** A receiver whose turn comes, on the list as it is now; undefined: is there no more. */
export const receiverInTurn = <R extends StoredReceiver>(
  list: readonly R[],
  planned: Known & Pick<StoredReceiver, 'mobile' | 'email'>,
): R | undefined =>
  list.find(({ receiverId }) => receiverId === planned.receiverId) ??
  receiverAt(list, planned.mobile, planned) ??
  receiverAt(list, planned.email, planned);
