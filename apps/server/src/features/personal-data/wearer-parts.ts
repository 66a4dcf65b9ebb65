import { sql } from 'drizzle-orm';
import { allExcept, type ExportPart, only } from './export-part.ts';
import { alarmTime, during, type Period, transactionTime } from './period.ts';

export interface Wearer extends Period {
  protocol: string;
  identity: string;
}

/**
 * Everything that is held about who wears or wore a device: of that time alone, since it was somebody else's before and
 * after. What the device is called and set to now is told of who has it now.
 */
export function wearerParts(wearer: Wearer): ExportPart[] {
  const { deviId, assignmentId, protocol, identity, running } = wearer;
  const by = { devi_id: deviId };
  const deviceFacts = [
    'devi_id',
    'deha_id',
    'device_serial_number',
    'protocol',
    'identity',
    'activated_date',
  ];
  const period = { assignment_id: assignmentId };
  return [
    {
      table: 'devices',
      by,
      row: running ? allExcept('token_hash') : only(...deviceFacts),
      key: [['devi_id', 'int']],
    },
    { table: 'device_assignments', by: period, row: allExcept(), key: [['assignment_id', 'int']] },
    {
      table: 'transactions',
      by,
      // The second part says nothing that the first does not, in words that the index knows.
      and: sql`${during(transactionTime, wearer)} and t.rec_ts >= ${wearer.begins}::timestamptz`,
      row: allExcept(),
      key: [
        ['rec_ts', 'timestamptz'],
        ['tran_id', 'bigint'],
      ],
    },
    { table: 'alarms', by, and: during(alarmTime, wearer), row: allExcept(), key: [['alarm_id', 'int']] },
    {
      table: 'alarm_signals',
      by: {},
      or: sql`t.alarm_id in (select a.alarm_id from alarms a where a.devi_id = ${deviId}
        and ${during(sql`least(a.happened_at, a.received_at)`, wearer)})`,
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
      by: { identity },
      and: sql`t.protocol = ${protocol} and ${during(sql`t.received_at`, wearer)}`,
      row: allExcept(),
      key: [['malformed_id', 'bigint']],
    },
    { table: 'consents', by: period, row: allExcept(), key: [['consent_id', 'int']] },
    {
      table: 'audit_entries',
      by,
      and: during(sql`to_timestamp(t.at / 1000.0)`, wearer),
      row: sql`t.content::jsonb || jsonb_build_object('auditId', t.audit_id)`,
      key: [['audit_id', 'bigint']],
    },
  ];
}
