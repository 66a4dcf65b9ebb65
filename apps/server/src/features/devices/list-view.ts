import { isCalm } from '@varde/catalogue/statuses';
import type { DeviceFilter, PlacedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { actionsByOwner } from '#domain/commands/actions-on.ts';
import { presentClone, presentDeviceRow } from '#domain/devices/device-row.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import { abilitiesByOwner } from './device-abilities.ts';
import { withoutPlace } from './hidden-place.ts';
import { askedBy } from './list-filters.ts';
import type { Entry } from './store-list.ts';

type Message = LiveMessage<'devices'>;
export type Change = Message['changes'][number];
export type CloneChange = NonNullable<Message['clones']>[number];

/** Whether the row of a device says that it belongs to the list; `unknown`: the database has to be asked. */
export type Verdict = 'listed' | 'not' | 'unknown';

/** A subscriber's view of the devices. */
export interface ListView {
  verdict(device: PlacedDevice): Verdict;
  row(device: PlacedDevice): Change;
  /** A clone as the row of its master shows it; null: it is none. */
  clone(device: PlacedDevice): CloneChange | null;
  entry(entry: Entry): { row: Change; clone: CloneChange | null };
}

/** The entry of the list that a device belongs to. */
export const entryOf = ({ deviId, deviceTwin }: PlacedDevice): number => deviceTwin?.masterDevice ?? deviId;

export function listView(caller: Caller, scope: Scope, filter: DeviceFilter, now: () => number): ListView {
  const customers = scope === 'all' ? null : new Set(scope);
  const abilitiesOf = abilitiesByOwner(caller);
  const actionsOf = actionsByOwner(caller);
  const asked = askedBy(filter);
  const passes = (device: PlacedDevice) => asked.every((one) => one.row?.(device, now()) ?? true);
  const isAsked = asked.some((one) => one.row === null);
  const row = (device: PlacedDevice, twin: PlacedDevice | null): Change => {
    return {
      ...withoutPlace(device),
      abilities: abilitiesOf(device),
      actions: actionsOf(device, twin),
    };
  };
  const clone = (device: PlacedDevice): CloneChange | null =>
    device.twin === 'CLONE' && device.deviceTwin !== null
      ? { masterDevice: device.deviceTwin.masterDevice, clone: presentClone(device) }
      : null;
  return {
    row: (device) => row(device, null),
    clone,
    verdict(device) {
      if (customers !== null && !customers.has(device.ownedByCustId)) return 'not';
      // A pair also belongs to the list by its other unit, and a unit with a warning may bring it among the loaded rows.
      // Where positioning is off, its actions depend on the alarms of both.
      const isPaired =
        device.twin !== 'NONE' && (asked.length > 0 || !isCalm(device.status) || device.disablePositioning);
      if (isAsked || isPaired) return 'unknown';
      return device.twin !== 'CLONE' && passes(device) ? 'listed' : 'not';
    },
    entry({ master, clone: other }) {
      const twin = other && presentDeviceRow(other.device, other.custName);
      return {
        row: row(presentDeviceRow(master.device, master.custName), twin),
        clone: twin && clone(twin),
      };
    },
  };
}
