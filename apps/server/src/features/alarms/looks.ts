import type { Alarm } from '@varde/contract/alarms';
import type { Look } from '#domain/audit/audit-looks.ts';
import type { Caller } from '#platform/caller.ts';

/** An alarm reveals a person's place and condition, so each alarm that is shown to a user is audited as a look. */
export const looksAt = (
  alarms: readonly Pick<Alarm, 'alarmId' | 'custId' | 'deviId'>[],
  by: Caller,
  at: Date,
): Look[] =>
  alarms.map(({ alarmId, custId, deviId }) => ({
    action: 'alarm.read',
    at,
    by,
    custId,
    deviId,
    subject: { kind: 'alarm', id: alarmId },
  }));
