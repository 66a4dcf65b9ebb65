import { alarmTypes } from '@varde/catalogue/alarms';
import { messageTypes } from '@varde/catalogue/message-types';
import { type Status, statusByKey, statuses } from '@varde/catalogue/statuses';

const keyById: ReadonlyMap<number, (typeof messageTypes)[number]['key']> = new Map(
  messageTypes.map(({ id, key }) => [id, key]),
);

/** The key of a message type, for `catalogue.messageTypes.<key>`; `unknown` for other numbers. */
export function messageTypeKey(metyId: number): (typeof messageTypes)[number]['key'] {
  return keyById.get(metyId) ?? 'unknown';
}

const alarmStatus = statusByKey('alarm');

/** The status of a device with an alarm of this type, for the alarm's icon and colour. */
export function statusOfAlarm(metyId: number): Status {
  const flag = alarmTypes.find((type) => type.metyId === metyId)?.flag;
  const status = statuses.find(({ flags }) => flags.some((each) => each === flag));
  return status ?? alarmStatus;
}
