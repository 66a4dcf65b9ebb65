import { forgetStored, readStored, writeStored } from '#ui/stored.ts';

/** The filter is stored for each user of the browser. */
const keyPrefix = 'varde-device-filter-';

/** Stores order and filters of the device list, but not its search, which may be a person's name. */
export function rememberFilter(userId: number, filter: Readonly<Record<string, unknown>>): void {
  const key = keyPrefix + userId;
  const text = JSON.stringify(filter);
  if (text === '{}') forgetStored((each) => each === key);
  else writeStored(key, text);
}

/** The stored filter, not validated; empty without one. */
export function recalledFilter(userId: number): Readonly<Record<string, unknown>> {
  const text = readStored(keyPrefix + userId);
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
