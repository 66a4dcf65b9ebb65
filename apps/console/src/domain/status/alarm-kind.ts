import { alarmTypes } from '@varde/catalogue/alarms';
import { messageTypes } from '@varde/catalogue/message-types';
import { type Status, statusByKey, statuses } from '@varde/catalogue/statuses';

const keyById: ReadonlyMap<number, (typeof messageTypes)[number]['key']> = new Map(
  messageTypes.map(({ id, key }) => [id, key]),
);

/** The name of a message type, for `catalogue.messageTypes.<key>`; a number that nobody knows is `unknown`. */
export function messageTypeKey(metyId: number): (typeof messageTypes)[number]['key'] {
  return keyById.get(metyId) ?? 'unknown';
}

const alarmStatus = statusByKey('alarm');

/** The status that an alarm of this type gives its device: it lends the alarm icon and colour. */
export function statusOfAlarm(metyId: number): Status {
  const flag = alarmTypes.find((type) => type.metyId === metyId)?.flag;
  const status = statuses.find(({ flags }) => flags.some((each) => each === flag));
  return status ?? alarmStatus;
}
