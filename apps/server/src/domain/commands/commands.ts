import type { DeviceCommand } from '@varde/catalogue/report';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import { jsonRows } from '#platform/json-rows.ts';
import { commands } from './tables.ts';

export interface NewCommand {
  deviId: number;
  command: DeviceCommand;
  /** Who asked for it. */
  userId: number;
  at: Date;
}

/** Queues a command, to be sent when the device is connected. Returns its number. */
export async function queueCommand(
  tx: Database,
  { deviId, command, userId, at }: NewCommand,
): Promise<number> {
  const [queued] = await tx
    .insert(commands)
    .values({ deviId, command, createdBy: userId, createdAt: at })
    .returning({ commandId: commands.commandId });
  if (queued === undefined) throw new Error('the database returned no command');
  return queued.commandId;
}

/** Ends the writes that wait with any of these settings, so that no old value follows a new one. Returns their numbers. */
export async function supersedeWrites(
  tx: Database,
  deviId: number,
  keys: readonly string[],
  at: Date,
): Promise<number[]> {
  const superseded = await tx
    .update(commands)
    .set({ state: 'failed', reason: 'superseded', endedAt: at })
    .where(
      and(
        eq(commands.deviId, deviId),
        eq(commands.state, 'pending'),
        sql`${commands.command} ->> 'kind' = 'writeSettings'`,
        sql`${commands.command} -> 'values' ?| ${sql.param([...keys])}::text[]`,
      ),
    )
    .returning({ commandId: commands.commandId });
  return superseded.map(({ commandId }) => commandId);
}

export interface WaitingCommand {
  command_id: number;
  devi_id: number;
  state: 'pending' | 'sent';
  command: DeviceCommand;
}

/** What these devices have not answered yet, oldest first. */
export function waitingCommands(db: Database, deviIds: readonly number[]): Promise<WaitingCommand[]> {
  return queryRows(
    db,
    sql`select command_id, devi_id, state, command from commands
        where devi_id in (select value::int from json_array_elements_text(${jsonRows(deviIds)}))
          and state in ('pending', 'sent') and ended_at is null
        order by devi_id, command_id`,
  );
}

/** What the gateway says of a command of a device: another device's word on it does not count. */
interface Told {
  command_id: number;
  devi_id: number;
}

/** They left on the wire. One without a reference (`ref`) is never answered, and has ended. */
export async function markSent(
  tx: Database,
  told: readonly (Told & { ref: string | null; sent_at: Date })[],
): Promise<void> {
  if (told.length === 0) return;
  await tx.execute(sql`
    update commands set state = 'sent', ref = n.ref, tries = commands.tries + 1, sent_at = n.sent_at,
      ended_at = case when n.ref is null then n.sent_at end
    from json_populate_recordset(null::commands, ${jsonRows(told)}) n
    where commands.command_id = n.command_id and commands.devi_id = n.devi_id
      and commands.state in ('pending', 'sent')`);
}

/** They could not be sent. */
export async function markFailed(
  tx: Database,
  told: readonly (Told & { reason: string; ended_at: Date })[],
): Promise<void> {
  if (told.length === 0) return;
  await tx.execute(sql`
    update commands set state = 'failed', reason = n.reason, ended_at = n.ended_at
    from json_populate_recordset(null::commands, ${jsonRows(told)}) n
    where commands.command_id = n.command_id and commands.devi_id = n.devi_id
      and commands.state in ('pending', 'sent')`);
}

/** A device's answer: to the command that was sent with this reference; null: to any request for settings. */
export interface CommandAnswer {
  devi_id: number;
  ref: string | null;
  ok: boolean;
  ended_at: Date;
}

export interface AnsweredCommand {
  devi_id: number;
  state: 'confirmed' | 'failed';
  command: DeviceCommand;
  /** Unix milliseconds. */
  at: string;
}

/** Ends the commands that are answered. */
export function settleAnswered(tx: Database, answers: readonly CommandAnswer[]): Promise<AnsweredCommand[]> {
  return queryRows(
    tx,
    sql`update commands set
          state = case when n.ok then 'confirmed' else 'failed' end,
          reason = case when n.ok then null else 'refused' end,
          ended_at = n.ended_at
        from json_to_recordset(${jsonRows(answers)})
          as n (devi_id int, ref text, ok boolean, ended_at timestamptz)
        where commands.devi_id = n.devi_id and commands.state = 'sent' and commands.ended_at is null
          and (commands.ref = n.ref or (n.ref is null and commands.command ->> 'kind' = 'readSettings'))
        returning commands.devi_id, commands.state, commands.command,
          (extract(epoch from commands.ended_at) * 1000)::float8 as at`,
  );
}

export interface RetriedCommand {
  devi_id: number;
  cust_id: number;
  state: string;
  reason: string | null;
}

/** Puts back what was sent and not answered (`isUnanswered`), and ends what is `expired` or was tried so often. */
export function retryUnanswered(
  db: Database,
  when: { isUnanswered(sentAt: SQL): SQL; expired: SQL; maxTries: number; now: SQL },
): Promise<RetriedCommand[]> {
  const { isUnanswered, expired, maxTries, now } = when;
  const isOver = sql`(c.created_at < ${expired} or c.tries >= ${maxTries}::int)`;
  return queryRows(
    db,
    sql`update commands c set
            state = case when ${isOver} then 'failed' else 'pending' end,
            reason = case when c.created_at < ${expired} then 'expired'
              when c.tries >= ${maxTries}::int then 'noAnswer' end,
            ended_at = case when ${isOver} then ${now} end
          from devices d
          where d.devi_id = c.devi_id and c.state in ('pending', 'sent') and c.ended_at is null
            and (c.created_at < ${expired} or (c.state = 'sent' and ${isUnanswered(sql`c.sent_at`)}))
          returning c.devi_id, d.cust_id, c.state, c.reason`,
  );
}
