import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import type { ListedDevice } from '@varde/contract/devices';
import { mostPreviewed } from '@varde/contract/forms';
import { call, type Output } from '#data/api/call.ts';

export type PreviewedDevice = Output<'previewSettings'>['devices'][number];
/** By device; one whose settings the user may not change is not in it. */
export type Preview = ReadonlyMap<number, PreviewedDevice>;

/** What the values change on each device, and what it refuses. */
export async function fetchPreview(devices: readonly ListedDevice[], values: SettingValues): Promise<Preview> {
  const found = new Map<number, PreviewedDevice>();
  const all = devices.map(({ deviId }) => deviId);
  for (let from = 0; from < all.length; from += mostPreviewed) {
    const body = { deviIds: all.slice(from, from + mostPreviewed), values };
    const answer = await call('previewSettings', { body }, { repeatable: true });
    for (const device of answer.devices) found.set(device.deviId, device);
  }
  return found;
}

/** The values before the change, by key; those that were hidden are left out. */
export const formerValues = ({ changes }: PreviewedDevice): SettingValues =>
  Object.fromEntries(changes.flatMap(({ key, from }) => (from === null ? [] : [[key, from] as const])));

export const newValues = ({ changes }: PreviewedDevice): SettingValues =>
  Object.fromEntries(changes.map(({ key, to }): [string, SettingValue] => [key, to]));
