import { commandKinds, commandLife } from '@varde/catalogue/command-life';
import { isSmsKind, smsKinds } from '@varde/catalogue/device-actions';
import type { DeviceCommand } from '@varde/catalogue/report';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { CommandState } from '@varde/contract/commands';
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { timestamp } from '#platform/clock/last-known.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import { devices } from '../devices/tables.ts';
import { personalSettings } from '../settings/personal-settings.ts';
import { commands } from './tables.ts';
import { isOverForWearer } from './told-to-wearer.ts';

export interface NewCommand {
  deviId: number;
  command: DeviceCommand;
  /** The requester; null: the server itself. */
  userId: number | null;
  at: Date;
  /** The alarm because of which the server tracks the device. */
  alarmId?: number;
  /** It never expires. */
  lasts?: boolean;
}

/** Queues a command, to be sent when the device is connected. Returns its number. */
export async function queueCommand(
  tx: Database,
  { deviId, command, userId, at, alarmId, lasts }: NewCommand,
): Promise<number> {
  const [queued] = await tx
    .insert(commands)
    .values({ deviId, command, createdBy: userId, createdAt: at, alarmId: alarmId ?? null, lasts })
    .returning({ commandId: commands.commandId });
  if (queued === undefined) throw new Error('the database returned no command');
  return queued.commandId;
}

export interface ActionRecord {
  commandId: number;
  command: DeviceCommand;
  state: CommandState;
  reason: string | null;
  /** The device's own words when it refused. */
  answer: string | null;
  /** When it entered this state, Unix milliseconds. */
  at: number;
  /** Final state: no further change follows. */
  ended: boolean;
  /** The alarm because of which the server itself asked. */
  alarmId: number | null;
}

const isAction = sql`${commands.command} ->> 'kind' <> 'writeSettings'`;

/** No action lives longer (`commandLife`). */
const actionDays = 2;

/** The last command of each kind of action of a device in the last two days, newest first. */
export async function latestActions(db: Database, deviId: number, now: Date): Promise<ActionRecord[]> {
  const since = new Date(now.getTime() - actionDays * 86_400_000);
  const kind = sql`${commands.command} ->> 'kind'`;
  const rows = await db
    .selectDistinctOn([kind])
    .from(commands)
    .where(and(eq(commands.deviId, deviId), isAction, gt(commands.createdAt, since)))
    .orderBy(kind, desc(commands.commandId));
  return rows.map(actionRecord).sort((a, b) => b.commandId - a.commandId);
}

/** The last command that begins or ends tracking of a device; not one that failed, expired or was cancelled. */
export async function latestTracking(db: Database, deviId: number): Promise<ActionRecord | undefined> {
  const [row] = await db
    .select()
    .from(commands)
    .where(
      and(
        eq(commands.deviId, deviId),
        inArray(commands.state, ['pending', 'sent', 'confirmed']),
        sql`${commands.command} ->> 'kind' in ('startTracking', 'stopTracking')`,
      ),
    )
    .orderBy(desc(commands.commandId))
    .limit(1);
  return row && actionRecord(row);
}

/** One action command of a device; undefined when there is no such number. */
export async function findAction(db: Database, deviId: number, commandId: number): Promise<ActionRecord | undefined> {
  const [row] = await db
    .select()
    .from(commands)
    .where(and(eq(commands.deviId, deviId), eq(commands.commandId, commandId), isAction));
  return row && actionRecord(row);
}

/** Cancels a pending command and returns whether it did: a sent command cannot be cancelled. */
export async function cancelPending(
  tx: Database,
  commandId: number,
  end: { at: Date; reason: string | null },
): Promise<boolean> {
  const cancelled = await tx
    .update(commands)
    .set({ state: 'cancelled', reason: end.reason, endedAt: end.at })
    .where(and(eq(commands.commandId, commandId), eq(commands.state, 'pending')))
    .returning({ commandId: commands.commandId });
  return cancelled.length > 0;
}

/** A command that was sent is not sent again. */
export async function stopRetries(tx: Database, commandId: number): Promise<void> {
  await tx
    .update(commands)
    .set({ tries: noMoreTries })
    .where(and(eq(commands.commandId, commandId), eq(commands.state, 'sent')));
}

/** Above the limit of every kind of command: a sent command may still be answered, and is never resent. */
const noMoreTries = 32_767;

/**
 * Ends the waiting actions on a device before it is handed over, and the waiting writes of settings about its wearer; sent
 * ones are not resent.
 */
export async function cancelOfWearer(tx: Database, deviId: number, at: Date): Promise<void> {
  const ofWearer = sql`(${isAction} or ${writesAny(personalSettings)})`;
  const its = (state: CommandState) => and(eq(commands.deviId, deviId), eq(commands.state, state), ofWearer);
  await tx.update(commands).set({ state: 'cancelled', reason: 'handedOver', endedAt: at }).where(its('pending'));
  await tx.update(commands).set({ tries: noMoreTries, lasts: false }).where(its('sent'));
}

/** Whether a command writes any of these settings. */
const writesAny = (keys: readonly string[]): SQL =>
  sql`(${commands.command} ->> 'kind' = 'writeSettings' and ${commands.command} -> 'values' ?| ${sql.param([...keys])}::text[])`;

/** The value of a setting in the last write that the device has received; undefined: it has received none. */
export async function receivedValue(db: Database, deviId: number, key: SettingKey): Promise<SettingValue | undefined> {
  const [last] = await queryRows<{ value: string }>(
    db,
    sql`select (command -> 'values' -> ${key}::text)::text as value from commands
        where devi_id = ${deviId} and state = 'confirmed' and ${writesAny([key])} order by command_id desc limit 1`,
  );
  return last && JSON.parse(last.value);
}

const actionRecord = (row: typeof commands.$inferSelect): ActionRecord => ({
  commandId: row.commandId,
  command: row.command as DeviceCommand,
  state: row.state,
  reason: row.reason,
  answer: row.answer,
  at: (row.endedAt ?? row.sentAt ?? row.createdAt).getTime(),
  ended: row.endedAt !== null,
  alarmId: row.alarmId,
});

/**
 * Ends the waiting writes of any of these settings, and no longer repeats a sent one for as long as it takes, so that no old
 * value follows a new one. Returns the numbers of the ended ones, and whether any of all these lasts.
 */
export async function supersedeWrites(
  tx: Database,
  deviId: number,
  keys: readonly string[],
  at: Date,
): Promise<{ commandIds: number[]; lasted: boolean }> {
  const its = (state: CommandState) => and(eq(commands.deviId, deviId), eq(commands.state, state), writesAny(keys));
  const superseded = await tx
    .update(commands)
    .set({ state: 'cancelled', reason: 'superseded', endedAt: at })
    .where(its('pending'))
    .returning({ commandId: commands.commandId, lasts: commands.lasts });
  const sent = await tx
    .update(commands)
    .set({ lasts: false })
    .where(and(its('sent'), commands.lasts))
    .returning({ commandId: commands.commandId });
  return {
    commandIds: superseded.map(({ commandId }) => commandId),
    lasted: sent.length > 0 || superseded.some(({ lasts }) => lasts),
  };
}

/** A write that lasts rests for so long between two tries, when those of other writes would be used up. */
const restMs = 3_600_000;

export interface WaitingCommand {
  command_id: number;
  devi_id: number;
  state: 'pending' | 'sent';
  command: DeviceCommand;
  tries: number;
}

/**
 * Unanswered commands of these devices, oldest first. Commands that go by SMS are not sent on a connection. A message to
 * a wearer that is no longer true is not sent, and not sent again.
 */
export function waitingCommands(db: Database, deviIds: readonly number[], now: number): Promise<WaitingCommand[]> {
  return queryRows(
    db,
    sql`select command_id, devi_id, state, command,
          case when is_over or is_resting then ${noMoreTries} when lasts then 0 else tries end as tries
        from (select c.*, ${isOverForWearer(sql`c.command_id`, now)} as is_over, ${isResting(now)} as is_resting from commands c
          where c.devi_id in (select value::int from json_array_elements_text(${jsonRows(deviIds)}))
            and c.state in ('pending', 'sent') and c.ended_at is null
            and c.command ->> 'kind' <> all(${sql.param([...smsKinds])}::text[])) waiting
        where state = 'sent' or not is_over and not is_resting
        order by devi_id, command_id`,
  );
}

/** A clock that was set back since does not make it rest longer. */
const isResting = (now: number): SQL =>
  sql`(c.lasts and c.tries >= ${commandLife('writeSettings').maxTries}
    and c.sent_at > ${timestamp(now - restMs)} and c.sent_at <= ${timestamp(now)})`;

/** Report of the gateway on a command, with its device: reports from other devices are ignored. */
interface CommandReport {
  command_id: number;
  devi_id: number;
}

/** The numbers of the commands that are for the device which was sent them. */
export async function ownCommands(tx: Database, reports: readonly CommandReport[]): Promise<ReadonlySet<number>> {
  if (reports.length === 0) return new Set();
  const own = await queryRows<{ command_id: number }>(
    tx,
    sql`select c.command_id from commands c
      join json_populate_recordset(null::commands, ${jsonRows(reports)}) n on n.command_id = c.command_id and n.devi_id = c.devi_id`,
  );
  return new Set(own.map(({ command_id }) => command_id));
}

/**
 * Marks commands as sent, including those cancelled during the handover to the gateway: the state shown is true, but a
 * cancelled one is not retried. One without a reference (`ref`) is never answered, and has ended.
 */
export async function markSent(
  tx: Database,
  reports: readonly (CommandReport & { sent_on: string; ref: string | null; sent_at: Date })[],
): Promise<void> {
  if (reports.length === 0) return;
  await tx.execute(sql`
    update commands set state = 'sent', reason = null, sent_on = n.sent_on, ref = n.ref, sent_at = n.sent_at,
      tries = case when commands.state = 'cancelled' then ${noMoreTries} else least(commands.tries + 1, ${noMoreTries}) end,
      lasts = commands.lasts and commands.state <> 'cancelled',
      ended_at = case when n.ref is null then n.sent_at end
    from json_populate_recordset(null::commands, ${jsonRows(reports)}) n
    where commands.command_id = n.command_id and commands.devi_id = n.devi_id
      and commands.state in ('pending', 'sent', 'cancelled')`);
}

/** Marks commands that could not be sent. */
export async function markFailed(
  tx: Database,
  reports: readonly (CommandReport & { reason: string; ended_at: Date })[],
): Promise<void> {
  if (reports.length === 0) return;
  await tx.execute(sql`
    update commands set state = 'failed', reason = n.reason, ended_at = n.ended_at
    from json_populate_recordset(null::commands, ${jsonRows(reports)}) n
    where commands.command_id = n.command_id and commands.devi_id = n.devi_id
      and commands.state in ('pending', 'sent')`);
}

/** A device's answer to the command with this reference; null: to any request for settings. */
export interface CommandAnswer {
  devi_id: number;
  /** The protocol on which it arrived: references are unique within a protocol only. */
  sent_on: string;
  ref: string | null;
  ok: boolean;
  /** The device's own words, kept where it refuses. */
  detail: string | null;
  ended_at: Date;
}

export interface AnsweredCommand {
  command_id: number;
  devi_id: number;
  state: 'confirmed' | 'failed';
  command: DeviceCommand;
  /** Unix milliseconds. */
  at: string;
}

/** Ends the answered commands. Returns them in the order in which they were queued. */
export async function settleAnswered(tx: Database, answers: readonly CommandAnswer[]): Promise<AnsweredCommand[]> {
  const ended = await queryRows<AnsweredCommand>(
    tx,
    sql`update commands set
          state = case when n.ok then 'confirmed' else 'failed' end,
          reason = case when n.ok then null else 'refused' end,
          answer = case when n.ok then null else left(n.detail, 100) end,
          ended_at = n.ended_at
        from json_to_recordset(${jsonRows(answers)})
          as n (devi_id int, sent_on text, ref text, ok boolean, detail text, ended_at timestamptz)
        where commands.devi_id = n.devi_id and commands.sent_on = n.sent_on and commands.state = 'sent' and commands.ended_at is null
          and (commands.ref = n.ref or (n.ref is null and commands.command ->> 'kind' = 'readSettings'))
        returning commands.command_id, commands.devi_id, commands.state, commands.command,
          (extract(epoch from commands.ended_at) * 1000)::float8 as at`,
  );
  return ended.sort((a, b) => a.command_id - b.command_id);
}

/** Connected devices with a command that was not sent yet. */
export async function devicesToSendTo(db: Database): Promise<number[]> {
  const rows = await db
    .selectDistinct({ deviId: commands.deviId })
    .from(commands)
    .innerJoin(devices, eq(devices.deviId, commands.deviId))
    .where(and(eq(commands.state, 'pending'), isNull(commands.endedAt), eq(devices.connected, true)));
  return rows.map(({ deviId }) => deviId);
}

export interface RetriedCommand {
  devi_id: number;
  cust_id: number;
  state: 'pending' | 'expired';
}

/**
 * Requeues commands that were sent and not answered (`isUnanswered`), and ends those whose kind's tries are used up
 * (`commandLife`), or that are older than their kind's maximum age (`olderThan`, seconds). Writes that last do not end.
 */
export function retryUnanswered(
  db: Database,
  when: { isUnanswered(sentAt: SQL): SQL; olderThan(createdAt: SQL, seconds: SQL): SQL; now: SQL },
): Promise<RetriedCommand[]> {
  const { isUnanswered, olderThan, now } = when;
  const lives = commandKinds.map((kind) => ({
    kind,
    ...commandLife(kind),
    unsent: isSmsKind(kind) ? 'notSent' : 'notConnected',
  }));
  return queryRows(
    db,
    sql`with seen as (
          select c.command_id, not c.lasts and ${olderThan(sql`c.created_at`, sql`l."expirySeconds"`)} as is_old,
            c.state = 'sent' and ${isUnanswered(sql`c.sent_at`)} as is_unanswered, not c.lasts and c.tries >= l."maxTries" as is_tried, l.unsent
          from commands c join json_to_recordset(${jsonRows(lives)})
            as l (kind text, "expirySeconds" int, "maxTries" int, unsent text) on l.kind = c.command ->> 'kind'
          where c.state in ('pending', 'sent') and c.ended_at is null)
        update commands c set
            state = case when is_old or is_tried then 'expired' else 'pending' end,
            reason = case when is_old or is_tried then
              case when c.tries > 0 then 'noAnswer' else unsent end end,
            ended_at = case when is_old or is_tried then ${now} end
          from seen, devices d
          where seen.command_id = c.command_id and d.devi_id = c.devi_id
            and c.state in ('pending', 'sent') and c.ended_at is null and (is_old or c.state = 'sent' and ${isUnanswered(sql`c.sent_at`)})
          returning c.devi_id, d.cust_id, c.state`,
  );
}
