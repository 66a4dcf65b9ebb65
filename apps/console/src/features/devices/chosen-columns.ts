import { columnKeys, type DeviceColumnKey, deviceColumns } from '@varde/contract/device-columns';

/** Columns that cannot be removed: they identify the device and show that it needs help. */
export const neededColumns: readonly DeviceColumnKey[] = ['status', 'name'];

/** The columns in an address, separated by commas, in order; the default columns without any. */
export function columnsOf(text = ''): DeviceColumnKey[] {
  const named = [...new Set(text.split(','))].flatMap((word) => columnKeys.find((key) => key === word) ?? []);
  return neededColumns.every((key) => named.includes(key)) ? named : deviceColumns.map(({ key }) => key);
}
