import { vocabulary } from '@varde/catalogue/settings/vocabulary';
import { type SQL, sql } from 'drizzle-orm';
import {
  alarmOf,
  auditEntryOf,
  commandOf,
  during,
  frameOf,
  type Period,
  transactionOf,
} from '#domain/devices/period.ts';
import { allExcept, type ExportPart, only } from './export-part.ts';

/** The values of settings that exports have in another form (`exportedAs`). */
const exportedForms = vocabulary.flatMap(({ key, exportedAs = {} }) =>
  Object.entries(exportedAs).map(([value, exported]) => ({ key, value, exported })),
);

/** A value of a row of settings, as exports have it. */
function exportedValue(column: 'desired' | 'reported'): SQL {
  const value = sql`t.${sql.raw(column)}`;
  return sql`coalesce((select f.exported from json_to_recordset(${JSON.stringify(exportedForms)})
    as f (key text, value text, exported jsonb) where f.key = t.key and f.value = ${value}::text), ${value})`;
}

const secretSettings: readonly string[] = vocabulary.filter(({ secret }) => secret).map(({ key }) => key);
/** Whoever has the file could command the device with the password in it. */
const settingWithoutSecrets = sql`case when t.key = any(${sql.param(secretSettings)}::text[])
  then to_jsonb(t) - '{desired,reported}'::text[]
  else to_jsonb(t) || jsonb_build_object('desired', ${exportedValue('desired')}, 'reported', ${exportedValue('reported')}) end`;
const commandWithoutSecrets = sql`case when t.command -> 'values' is null then to_jsonb(t) else to_jsonb(t)
  || jsonb_build_object('command', t.command
    || jsonb_build_object('values', (t.command -> 'values') - ${sql.param(secretSettings)}::text[])) end`;

/**
 * All personal data of a wearer of a device: of that period only, since other periods belong to others. The device's
 * present name and settings belong to its present wearer.
 */
export function wearerParts(wearer: Period): ExportPart[] {
  const { deviId, custId, assignmentId, running } = wearer;
  const by = { devi_id: deviId };
  const deviceFacts = ['devi_id', 'deha_id', 'device_serial_number', 'activated_date'];
  // The record of a late alarm that the present customer sees belongs to that customer.
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
    imageOf(wearer),
    {
      table: 'device_assignments',
      by: { assignment_id: assignmentId },
      row: allExcept(),
      key: [['assignment_id', 'int']],
    },
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
    ...partsOfAlarms(ownAlarmIds),
    {
      table: 'device_settings',
      by,
      and: running ? undefined : during(sql`coalesce(t.updated_at, t.reported_at)`, wearer),
      row: settingWithoutSecrets,
      key: [['key', 'text']],
    },
    {
      table: 'sensors',
      by,
      // They leave the device with its wearer.
      and: running ? undefined : sql`false`,
      row: allExcept(),
      key: [['dese_id', 'int']],
    },
    {
      table: 'commands',
      by,
      and: commandOf(wearer),
      row: commandWithoutSecrets,
      key: [['command_id', 'int']],
    },
    {
      table: 'malformed_frames',
      by: {},
      or: sql`(${frameOf(deviId)} and ${during(sql`t.received_at`, wearer)})`,
      row: allExcept(),
      key: [['malformed_id', 'bigint']],
    },
    ...partsOfAssignment(assignmentId),
    {
      table: 'audit_entries',
      by,
      and: auditEntryOf(wearer, ownAlarmIds),
      row: sql`t.content::jsonb || jsonb_build_object('auditId', t.audit_id)`,
      key: [['audit_id', 'bigint']],
    },
  ];
}

/** What is stored for the time of one wearer alone. */
function partsOfAssignment(assignmentId: number): ExportPart[] {
  const period = { assignment_id: assignmentId };
  return [
    { table: 'health_readings', by: period, row: allExcept(), key: [['hrbp_id', 'bigint']] },
    {
      table: 'step_days',
      by: period,
      // What the counter said before may be of the wearer before.
      row: only('assignment_id', 'date', 'steps'),
      key: [['date', 'date']],
    },
    { table: 'device_known_macs', by: period, row: allExcept(), key: [['dekm_id', 'int']] },
    { table: 'indoor_locations', by: period, row: allExcept(), key: [['inlo_id', 'int']] },
    {
      table: 'indoor_location_devices',
      by: {},
      or: sql`t.inlo_id in (select l.inlo_id from indoor_locations l where l.assignment_id = ${assignmentId})`,
      row: allExcept(),
      key: [['inde_id', 'int']],
    },
    { table: 'geofences', by: period, row: allExcept(), key: [['geofence_id', 'int']] },
    { table: 'notification_lists', by: period, row: allExcept(), key: [['list_id', 'int']] },
    {
      table: 'notification_receivers',
      by: {},
      or: sql`t.list_id in (select l.list_id from notification_lists l where l.assignment_id = ${assignmentId})`,
      row: allExcept('pin_hash'),
      key: [['receiver_id', 'int']],
    },
    { table: 'device_notes', by: period, row: allExcept(), key: [['note_id', 'int']] },
    { table: 'consents', by: period, row: allExcept(), key: [['consent_id', 'int']] },
  ];
}

/** Rows of these alarms. */
const partsOfAlarms = (alarmIds: SQL): ExportPart[] => [
  {
    table: 'alarm_signals',
    by: {},
    or: sql`t.alarm_id in ${alarmIds}`,
    row: allExcept(),
    key: [
      ['alarm_id', 'int'],
      ['tran_id', 'bigint'],
      ['code', 'text'],
      ['happened_at', 'timestamptz'],
    ],
  },
  {
    table: 'alarm_events',
    by: {},
    or: sql`t.alarm_id in ${alarmIds}`,
    row: allExcept(),
    key: [['event_id', 'bigint']],
  },
  {
    table: 'alarm_shares',
    by: {},
    or: sql`t.alarm_id in ${alarmIds}`,
    row: allExcept('token_hash'),
    key: [['share_id', 'int']],
  },
  {
    table: 'web_hook_results',
    by: {},
    or: sql`t.alarm_id in ${alarmIds}`,
    // Addresses of other systems are not about the wearer.
    row: allExcept('host', 'reason'),
    key: [['result_id', 'bigint']],
  },
  {
    table: 'notification_chains',
    by: {},
    or: sql`t.alarm_id in ${alarmIds}`,
    row: sql`to_jsonb(t) #- '{plan,pins}'`,
    key: [['alarm_id', 'int']],
  },
  {
    table: 'notification_attempts',
    by: {},
    or: sql`t.alarm_id in ${alarmIds}`,
    row: allExcept('token_hash'),
    key: [['attempt_id', 'bigint']],
  },
];

const imageOf = ({ deviId, assignmentId }: Period): ExportPart => ({
  table: 'device_images',
  by: { devi_id: deviId },
  and: sql`t.assignment_id = ${assignmentId}`,
  row: allExcept(),
  key: [['assignment_id', 'int']],
});
