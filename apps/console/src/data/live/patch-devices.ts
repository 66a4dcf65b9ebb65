import type { InfiniteData } from '@tanstack/react-query';
import type { DeviceRow, ListedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import type { Output } from '../api/call.ts';

/** `end`: the last row as the server had it, from which its next page goes on, whatever became of the row since. */
type DevicePage = Output<'listDevices'> & { end?: ListedDevice | undefined };
export type DevicePages = InfiniteData<DevicePage, string | undefined>;
export type DeviceChange = LiveMessage<'devices'>['changes'][number];

/** A device with a change applied; fields that the change lacks are kept. A change older than the row is ignored. */
export function patchDevice<D extends DeviceRow>(device: D, change: DeviceRow): D {
  return change.rev <= device.rev ? device : { ...device, ...change };
}

/**
 * The loaded pages of a device list with changes laid over them. Pages and rows without a change stay the same
 * objects, so that nothing of them is drawn again.
 */
export function patchDevicePages(
  data: DevicePages,
  changes: ReadonlyMap<number, DeviceChange>,
  removed: ReadonlySet<number>,
): DevicePages {
  const pages = data.pages.map((page) => {
    const devices = patchRows(page.devices, changes, removed);
    return devices === page.devices ? page : { ...page, devices };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

function patchRows(
  rows: ListedDevice[],
  changes: ReadonlyMap<number, DeviceChange>,
  removed: ReadonlySet<number>,
): ListedDevice[] {
  let changed = false;
  const patched: ListedDevice[] = [];
  for (const row of rows) {
    const change = changes.get(row.deviId);
    const next = change ? patchDevice(row, change) : row;
    if (next !== row || removed.has(row.deviId)) changed = true;
    if (!removed.has(row.deviId)) patched.push(next);
  }
  return changed ? patched : rows;
}

/** The changed devices that are not among the loaded rows. */
export function newcomers(data: DevicePages, changes: readonly DeviceChange[]): ListedDevice[] {
  const loaded = new Set(data.pages.flatMap((page) => page.devices.map((device) => device.deviId)));
  return changes.filter((change) => !loaded.has(change.deviId));
}

/** The list with devices added that were not in it; the view puts them where they belong. */
export function addDevices(data: DevicePages, devices: ListedDevice[]): DevicePages {
  const loaded = new Set(data.pages.flatMap((page) => page.devices.map((device) => device.deviId)));
  const fresh = devices.filter((device) => !loaded.has(device.deviId));
  const [first, ...rest] = data.pages;
  if (!first || fresh.length === 0) return data;
  return { ...data, pages: [{ ...first, devices: [...first.devices, ...fresh] }, ...rest] };
}
