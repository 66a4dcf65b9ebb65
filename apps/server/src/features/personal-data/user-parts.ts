import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { allExcept, type ExportPart, only } from './export-part.ts';

export interface Account {
  userId: number;
  username: string;
  name: string;
  custId: number | null;
  /** Phone numbers with which alarms are shared, see `ownNumbers`. */
  numbers: readonly string[];
}

/**
 * All personal data of a user. For work on others' records it has action and time, but nothing about the others.
 * `scope`: the customers of the caller; actions at other customers are not included.
 */
export const userParts = (account: Account, scope: Scope): ExportPart[] => [
  ...accountParts(account),
  ...workParts(account, scope),
];

/** The user's identity and login data. */
function accountParts({ userId, username, custId }: Account): ExportPart[] {
  const by = { user_id: userId };
  return [
    {
      table: 'users',
      by,
      row: allExcept('password_hash', 'browser_key', 'two_factor_secret', 'two_factor_pending', 'two_factor_last_step'),
      key: [['user_id', 'int']],
    },
    {
      table: 'user_policies',
      by,
      row: allExcept(),
      key: [
        ['role', 'text'],
        ['coalesce(cust_id, 0)', 'int'],
      ],
    },
    { table: 'saved_views', by, row: allExcept(), key: [['view_id', 'int']] },
    { table: 'sessions', by, row: allExcept('token_hash'), key: [['session_id', 'int']] },
    { table: 'api_keys', by, row: allExcept('key_hash'), key: [['key_id', 'int']] },
    // The address and the keys of a browser let others send to it.
    {
      table: 'push_browsers',
      by,
      row: allExcept('endpoint', 'p256dh', 'auth'),
      key: [['browser_id', 'int']],
    },
    { table: 'account_tokens', by, row: allExcept('token_hash'), key: [['token_hash', 'text']] },
    { table: 'account_requests', by: { username }, row: allExcept(), key: [['kind', 'text']] },
    // Typed by the person who registered with this address.
    {
      table: 'registrations',
      by: { username },
      row: allExcept('password_hash', 'token_hash'),
      key: [['registration_id', 'int']],
    },
    // The content of a queued mail may give access.
    {
      table: 'outbox',
      by: { recipient: username },
      row: allExcept('content', 'report_token'),
      key: [['message_id', 'bigint']],
    },
    { table: 'consents', by, row: allExcept(), key: [['consent_id', 'int']] },
    {
      table: 'customers',
      by: { cust_id: custId ?? 0 },
      and: sql`t.kind = 'private'`,
      row: allExcept('path'),
      key: [['cust_id', 'int']],
    },
  ];
}

/** The user's actions. */
function workParts({ userId, username, name, numbers }: Account, scope: Scope): ExportPart[] {
  const aboutUser = sql`(t.content::jsonb ->> 'subject' = 'user' and (t.content::jsonb ->> 'subjectId')::integer = ${userId})`;
  const seen = withinScope(sql`t.cust_id`, scope);
  return [
    {
      table: 'alarms',
      by: { claimed_by: userId, handed_over_by: userId, reset_by: userId, handled_by: name },
      and: seen,
      row: only(
        'alarm_id',
        'code',
        'claimed_by',
        'claimed_at',
        'handed_over_by',
        'reset_by',
        'reset_at',
        'handled_by',
        'outcome',
      ),
      key: [['alarm_id', 'int']],
    },
    {
      table: 'alarm_events',
      by: { user_id: userId, to_user_id: userId },
      and: sql`exists (select from alarms a where a.alarm_id = t.alarm_id
        and ${withinScope(sql`a.cust_id`, scope) ?? sql`true`})`,
      row: only('event_id', 'alarm_id', 'number', 'at', 'user_id', 'to_user_id', 'result'),
      key: [['event_id', 'bigint']],
    },
    // Shares by the user, and those with the user as the recipient; other recipients are about somebody else.
    {
      table: 'alarm_shares',
      by: { shared_by: userId, recipient: username },
      or: sql`t.recipient = any(${sql.param([...numbers])}::text[])`,
      and: sql`exists (select from alarms a where a.alarm_id = t.alarm_id
        and ${withinScope(sql`a.cust_id`, scope) ?? sql`true`})`,
      row: only('share_id', 'alarm_id', 'channel', 'shared_by', 'shared_at'),
      key: [['share_id', 'int']],
    },
    ...notificationParts({ userId, username, numbers }, scope),
    {
      table: 'commands',
      by: { created_by: userId },
      row: only('command_id', 'devi_id', 'state', 'created_by', 'created_at'),
      key: [['command_id', 'int']],
    },
    ...settingParts(userId, seen),
    {
      table: 'device_notes',
      by: { changed_by: userId },
      row: only('note_id', 'changed_by', 'last_changed'),
      key: [['note_id', 'int']],
    },
    ...fenceParts(userId, seen),
    { table: 'coupon_codes', by: { created_by: userId }, row: allExcept(), key: [['code', 'text']] },
    {
      table: 'audit_entries',
      by: { user_id: userId },
      or: aboutUser,
      and: seen === undefined ? undefined : sql`(t.cust_id is null or ${seen})`,
      row: sql`(case when ${aboutUser} then t.content::jsonb else t.content::jsonb - 'before' - 'after' end)
        || jsonb_build_object('auditId', t.audit_id)`,
      key: [['audit_id', 'bigint']],
    },
  ];
}

/** The settings that the user changed, of devices and the default settings of customers. */
function settingParts(userId: number, seen: SQL | undefined): ExportPart[] {
  return [
    {
      table: 'device_settings',
      by: { updated_by: userId },
      row: only('devi_id', 'key', 'updated_by', 'updated_at'),
      key: [
        ['devi_id', 'int'],
        ['key', 'text'],
      ],
    },
    {
      table: 'customer_settings',
      by: { updated_by: userId },
      and: seen,
      row: only('cust_id', 'deha_id', 'key', 'updated_by', 'updated_at'),
      key: [
        ['cust_id', 'int'],
        ['deha_id', 'int'],
        ['key', 'text'],
      ],
    },
  ];
}

/** The fences that the user changed last, of wearers and the standard fences of customers. */
function fenceParts(userId: number, seen: SQL | undefined): ExportPart[] {
  return [
    {
      table: 'geofences',
      by: { changed_by: userId },
      row: only('geofence_id', 'devi_id', 'changed_by'),
      key: [['geofence_id', 'int']],
    },
    {
      table: 'customer_geofences',
      by: { changed_by: userId },
      and: seen,
      row: only('cust_id', 'deha_id', 'changed_by'),
      key: [
        ['cust_id', 'int'],
        ['deha_id', 'int'],
      ],
    },
  ];
}

/** The user as a receiver of alarms, and the lists that the user changed. */
function notificationParts(
  { userId, username, numbers }: Pick<Account, 'userId' | 'username' | 'numbers'>,
  scope: Scope,
): ExportPart[] {
  const listWithin = (listId: SQL) => sql`exists (select from notification_lists l
    left join devices d on d.devi_id = l.devi_id where l.list_id = ${listId}
    and ${withinScope(sql`coalesce(l.cust_id, d.cust_id)`, scope) ?? sql`true`})`;
  return [
    {
      table: 'notification_receivers',
      by: { user_id: userId, email: username },
      or: sql`t.mobile = any(${sql.param([...numbers])}::text[])`,
      and: listWithin(sql`t.list_id`),
      row: allExcept('pin_hash'),
      key: [['receiver_id', 'int']],
    },
    {
      table: 'notification_attempts',
      by: { user_id: userId, recipient: username },
      or: sql`t.recipient = any(${sql.param([...numbers])}::text[])`,
      and: sql`exists (select from alarms a where a.alarm_id = t.alarm_id
        and ${withinScope(sql`a.cust_id`, scope) ?? sql`true`})`,
      row: only('attempt_id', 'alarm_id', 'channel', 'recipient', 'name', 'at', 'state'),
      key: [['attempt_id', 'bigint']],
    },
    {
      table: 'confirmed_numbers',
      by: {},
      or: sql`t.number = any(${sql.param([...numbers])}::text[])`,
      and: withinScope(sql`t.cust_id`, scope) ?? sql`true`,
      row: allExcept('token_hash', 'entered_by'),
      key: [
        ['number', 'text'],
        ['cust_id', 'int'],
      ],
    },
    {
      table: 'notification_lists',
      by: { changed_by: userId },
      and: listWithin(sql`t.list_id`),
      row: only('list_id', 'changed_by', 'changed_at'),
      key: [['list_id', 'int']],
    },
  ];
}
