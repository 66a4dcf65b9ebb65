import { sql } from 'drizzle-orm';
import {
  alarmOf,
  auditEntryOf,
  during,
  frameOf,
  type Period,
  transactionOf,
} from '#domain/devices/period.ts';
import { allExcept, type ExportPart, only } from './export-part.ts';

/**
 * Everything that is held about who wears or wore a device: of that time alone, since it was somebody else's before and
 * after. The device's current name and settings belong to its current wearer.
 */
export function wearerParts(wearer: Period): ExportPart[] {
  const { deviId, custId, assignmentId, running } = wearer;
  const by = { devi_id: deviId };
  const deviceFacts = ['devi_id', 'deha_id', 'device_serial_number', 'activated_date'];
  const period = { assignment_id: assignmentId };
  // The record of a late alarm that the current customer sees belongs to that customer.
  const ownAlarm = sql`(t.cust_id = ${custId} and ${alarmOf(wearer)})`;
  const ownAlarmIds = sql`(select t.alarm_id from alarms t where t.devi_id = ${deviId} and ${ownAlarm})`;
  return [
    {
      table: 'devices',
      by,
      row: running ? allExcept() : only(...deviceFacts),
      key: [['devi_id', 'int']],
    },
    {
      table: 'device_identities',
      by,
      row: only('devi_id', 'protocol', 'identity'),
      key: [
        ['protocol', 'text'],
        ['identity', 'text'],
      ],
    },
    { table: 'device_assignments', by: period, row: allExcept(), key: [['assignment_id', 'int']] },
    {
      table: 'transactions',
      by,
      and: transactionOf(wearer),
      row: allExcept(),
      key: [
        ['rec_ts', 'timestamptz'],
        ['tran_id', 'bigint'],
      ],
    },
    { table: 'alarms', by, and: ownAlarm, row: allExcept(), key: [['alarm_id', 'int']] },
    {
      table: 'alarm_signals',
      by: {},
      or: sql`t.alarm_id in ${ownAlarmIds}`,
      row: allExcept(),
      key: [
        ['alarm_id', 'int'],
        ['tran_id', 'bigint'],
        ['code', 'text'],
        ['happened_at', 'timestamptz'],
      ],
    },
    {
      table: 'device_settings',
      by,
      and: running ? undefined : during(sql`coalesce(t.updated_at, t.reported_at)`, wearer),
      row: allExcept(),
      key: [['key', 'text']],
    },
    {
      table: 'commands',
      by,
      and: during(sql`t.created_at`, wearer),
      row: allExcept(),
      key: [['command_id', 'int']],
    },
    {
      table: 'malformed_frames',
      by: {},
      or: sql`(${frameOf(deviId)} and ${during(sql`t.received_at`, wearer)})`,
      row: allExcept(),
      key: [['malformed_id', 'bigint']],
    },
    { table: 'consents', by: period, row: allExcept(), key: [['consent_id', 'int']] },
    {
      table: 'audit_entries',
      by,
      and: auditEntryOf(wearer, ownAlarmIds),
      row: sql`t.content::jsonb || jsonb_build_object('auditId', t.audit_id)`,
      key: [['audit_id', 'bigint']],
    },
  ];
}
