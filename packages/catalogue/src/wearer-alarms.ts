import { type AlarmFlag, type AlarmTypeId, alarmTypes } from './alarms.ts';

/** Flags of alarms by which a person calls for help, or is hurt. The others are about somebody who may not know of them. */
const wearerFlags: readonly AlarmFlag[] = ['fireWarning', 'manDownWarning', 'epilepsyWarning', 'alarmWarning'];

/** Alarms whose wearer is told that somebody has taken them (`docs/decisions/0028-the-wearer-is-told.md`). */
export const wearerAlarmTypes: readonly AlarmTypeId[] = alarmTypes
  .filter(({ flag }) => wearerFlags.includes(flag))
  .map(({ metyId }) => metyId);
