import { opensSettings } from '@varde/catalogue/settings-policies';
import type { PlacedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { parseId } from '#platform/live/parse-id.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { withoutPlace } from './hidden-place.ts';
import { findDeviceDetail } from './store.ts';

type Message = LiveMessage<'device'>;

const mayOpenSettings = (caller: Caller, custId: number) => opensSettings((policy) => caller.may(policy, custId));

/** A device's place requires the right to its map. */
const seen = (caller: Caller, custId: number, device: PlacedDevice): NonNullable<Message['device']> =>
  caller.may('DEVICE_ACCESS_MAP', custId) ? device : withoutPlace(device);

/** `/topic/device/:deviId`: changes of one device. The first message is its present state. */
export function deviceTopic({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): LiveTopic<'device'> {
  return {
    name: 'device',
    async open(caller, params) {
      const deviId = parseId(params.deviId);
      const found = deviId === null ? undefined : await findDeviceDetail(db, caller.scopeOf('DEVICE_LIST'), deviId);
      if (deviId === null || found === undefined) return null;
      const { custId } = found.device;
      const at = new Date(clock.now());
      await recordLook(db, { action: 'device.followed', at, by: caller, custId, deviId });
      return deviceFeed(db, caller, found.device);
    },
  };
}

function deviceFeed(
  db: Database,
  caller: Caller,
  { deviId, custId: firstOwner }: { deviId: number; custId: number },
): LiveFeed<Message> {
  let kept: Message = {};
  let owner = firstOwner;
  return {
    urgent: false,
    async first() {
      const found = await findDeviceDetail(db, caller.scopeOf('DEVICE_LIST'), deviId);
      if (found === undefined) return null;
      const { device, custName } = found;
      owner = device.custId;
      return { device: seen(caller, device.custId, presentDeviceRow(device, custName)) };
    },
    take(event) {
      if (event.type === 'notificationLists') {
        if (!event.custIds.includes(owner) || !caller.may('EVENT_SETUP', owner)) return false;
        kept.listChanged = true;
        return true;
      }
      if (!('deviId' in event) || event.deviId !== deviId) return false;
      if (event.type === 'device' && caller.may('DEVICE_LIST', event.custId)) {
        if (event.device.rev <= (kept.device?.rev ?? 0)) return false;
        kept.device = seen(caller, event.custId, event.device);
        owner = event.custId;
        // Handed over: another wearer has another list.
        if (event.previousCustId !== undefined && caller.may('EVENT_SETUP', owner)) kept.listChanged = true;
        return true;
      }
      if (event.type === 'devicePage' && caller.may('DEVICE_LIST', event.custId)) {
        kept.commandsChanged = true;
        if (mayOpenSettings(caller, event.custId)) kept.devicePageChanged = true;
        return true;
      }
      if (event.type === 'indoorLocations' && caller.may('DEVICE_INDOOR', event.custId)) {
        kept.indoorLocationsChanged = true;
        return true;
      }
      if (event.type === 'note' && caller.may('DEVICE_NOTE', event.custId)) {
        kept.noteChanged = true;
        return true;
      }
      return false;
    },
    flush() {
      const message = kept;
      kept = {};
      return message;
    },
  };
}
