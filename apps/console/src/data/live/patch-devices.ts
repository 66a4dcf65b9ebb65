import type { InfiniteData } from '@tanstack/react-query';
import type { DeviceRow, ListedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import type { Output } from '../api/call.ts';

/** `end`: the last row as the server returned it, where its next page continues, even if the row has changed since. */
type DevicePage = Output<'listDevices'> & { end?: ListedDevice | undefined };
export type DevicePages = InfiniteData<DevicePage, string | undefined>;
export type DeviceChange = LiveMessage<'devices'>['changes'][number];

/** A device with a change applied; fields that the change lacks are kept. A change older than the row is ignored. */
export function patchDevice<D extends DeviceRow>(device: D, change: DeviceRow): D {
  return change.rev <= device.rev ? device : { ...device, ...change };
}

/**
 * The loaded pages of a device list with changes applied. Unchanged pages and rows stay the same objects, so that they
 * do not render again.
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
    const next = change ? withoutLostTwin(patchDevice(row, change)) : row;
    if (next !== row || removed.has(row.deviId)) changed = true;
    if (!removed.has(row.deviId)) patched.push(next);
  }
  return changed ? patched : rows;
}

/** A change lacks the clone, which a pair that was separated does not have any more. */
const withoutLostTwin = (row: ListedDevice): ListedDevice =>
  row.twin === 'MASTER' || !row.twinDevice ? row : { ...row, twinDevice: null };

/** Changes with the clones that came with them. */
export function withClones(
  changes: readonly DeviceChange[],
  clones: NonNullable<LiveMessage<'devices'>['clones']>,
): DeviceChange[] {
  const byMaster = new Map(clones.map(({ masterDevice, clone }) => [masterDevice, clone]));
  return changes.map((change) => {
    const twinDevice = byMaster.get(change.deviId);
    return twinDevice ? { ...change, twinDevice } : change;
  });
}

/** The loaded pages with clones updated in the rows of their masters; an older state of a clone is ignored. */
export function patchClones(data: DevicePages, clones: NonNullable<LiveMessage<'devices'>['clones']>): DevicePages {
  if (clones.length === 0) return data;
  const byMaster = new Map(clones.map(({ masterDevice, clone }) => [masterDevice, clone]));
  const withClone = (row: ListedDevice): ListedDevice => {
    const clone = byMaster.get(row.deviId);
    return clone && clone.rev > (row.twinDevice?.rev ?? 0) ? { ...row, twinDevice: clone } : row;
  };
  return { ...data, pages: data.pages.map((page) => ({ ...page, devices: page.devices.map(withClone) })) };
}

/** The changed devices that are not among the loaded rows. */
export function newcomers(data: DevicePages, changes: readonly DeviceChange[]): ListedDevice[] {
  const missing = new Map(changes.map((change) => [change.deviId, change]));
  for (const { devices } of data.pages) for (const { deviId } of devices) missing.delete(deviId);
  return [...missing.values()];
}

/** The list with newcomers added; the view sorts them. */
export function addDevices(data: DevicePages, fresh: ListedDevice[]): DevicePages {
  const [first, ...rest] = data.pages;
  if (!first || fresh.length === 0) return data;
  return { ...data, pages: [{ ...first, devices: [...first.devices, ...fresh] }, ...rest] };
}
