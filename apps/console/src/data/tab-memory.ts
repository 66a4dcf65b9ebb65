import { readStored, writeStored } from '#ui/stored.ts';
import { useSession } from './session.ts';

/** The last open tabs are stored for each user of the browser. */
const keyPrefix = 'varde-tabs-';

/** Addresses with a last open tab, latest first; more are forgotten. */
const kept = 200;

type Remembered = readonly (readonly [address: string, tab: string])[];

const isPair = (value: unknown): value is Remembered[number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function remembered(userId: number): Remembered {
  try {
    const stored: unknown = JSON.parse(readStored(keyPrefix + userId) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPair) : [];
  } catch {
    return [];
  }
}

/** The last open tab at an address of this user. */
export function recalledTab(userId: number, address: string): string | undefined {
  return remembered(userId).find(([at]) => at === address)?.[1];
}

export function rememberTab(userId: number, address: string, tab: string): void {
  const others = remembered(userId).filter(([at]) => at !== address);
  writeStored(keyPrefix + userId, JSON.stringify([[address, tab], ...others].slice(0, kept)));
}

/** The memory of the tabs at an address, for `TabContainer`. */
export function useTabMemory(address: string) {
  const { userId } = useSession();
  return {
    recall: () => recalledTab(userId, address),
    onOpen: (tab: string) => rememberTab(userId, address, tab),
  };
}
