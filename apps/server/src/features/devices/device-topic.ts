import type { LiveMessage } from '@varde/contract/live';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { parseId } from '#platform/parse-id.ts';
import { presentDeviceRow } from '#platform/presenters/device-row.ts';
import { findDevice } from './store.ts';

type Message = LiveMessage<'device'>;

/** `/topic/device/:deviId`: what changes about one device. The first message is the device as it stands. */
export function deviceTopic(db: Database): LiveTopic<'device'> {
  return {
    name: 'device',
    async open(caller, params) {
      const deviId = parseId(params.deviId);
      if (deviId === null || (await findDevice(db, caller.scopeOf('DEVICE_LIST'), deviId)) === undefined)
        return null;
      return deviceFeed(db, caller, deviId);
    },
  };
}

function deviceFeed(db: Database, caller: Caller, deviId: number): LiveFeed<Message> {
  let kept: Message = {};
  return {
    urgent: false,
    async first() {
      const found = await findDevice(db, caller.scopeOf('DEVICE_LIST'), deviId);
      return found ? { device: presentDeviceRow(found.device, found.custName) } : null;
    },
    take(event) {
      if (event.deviId !== deviId) return false;
      if (event.type === 'device' && caller.may('DEVICE_LIST', event.custId)) {
        kept.device = { ...kept.device, ...event.change };
        return true;
      }
      if (event.type === 'settings' && caller.may('DEVICE_SETTINGS', event.custId)) {
        kept.settingsChanged = true;
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
