import type { Alarm } from '@varde/contract/alarms';
import type { Look } from '#domain/audit/audit-looks.ts';
import type { Caller } from '#platform/http/caller.ts';

/** An alarm says where somebody is and how they are: each one that is shown to somebody is a look. */
export const looksAt = (alarms: readonly Alarm[], by: Caller, at: Date): Look[] =>
  alarms.map(({ alarmId, custId, deviId }) => ({
    action: 'alarm.read',
    at,
    by,
    custId,
    deviId,
    subject: { kind: 'alarm', id: alarmId },
  }));
