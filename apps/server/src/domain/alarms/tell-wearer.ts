import { deviceActionOfKind, hasAction } from '@varde/catalogue/device-actions';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { wearerAlarmTypes } from '@varde/catalogue/wearer-alarms';
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { ownCustId } from '#platform/database/scope-condition.ts';
import { noActor, recordAudit } from '../audit/audit.ts';
import { cancelPending, stopRetries } from '../commands/commands.ts';
import { queueMessage } from '../commands/messages.ts';
import { isLatelyTaken, isOverForWearer, isSameTake, isSameTaker } from '../commands/told-to-wearer.ts';
import { lockAlsoDeleted } from '../devices/find-device.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { renewRevs } from './open-alarms.ts';
import { alarms, wearerMessages } from './tables.ts';

/**
 * What the wearer reads (decision 0028): true of every take, and at most `messageLength` characters. Norwegian, as
 * notifications are: a wearer is no user with a language.
 */
export const wearerText = 'Vi har sett alarmen';

/** One who gives an alarm back and takes it again within this time tells the wearer once. */
const sameTakeMs = 60_000;

const message = deviceActionOfKind('message');
const toldHardware = hardwareList.filter(({ dehaId }) => message !== undefined && hasAction(dehaId, message));

/** The wearer of alarm `a` has device `d`, which shows messages, and does not know yet that somebody has the alarm. */
const isToTell = (now: number): SQL => sql`(${isLatelyTaken(now)} and a.cust_id <> ${ownCustId}
  and a.mety_id = any(${sql.param([...wearerAlarmTypes])}::int[])
  and d.deha_id = any(${sql.param(toldHardware.map(({ dehaId }) => dehaId))}::int[])
  and d.deleted_at is null and d.cust_id = a.cust_id
  and exists (select from device_assignments s where s.devi_id = a.devi_id and s.ends_at is null
    and s.assignment_id = coalesce(a.assignment_id, s.assignment_id))
  and not exists (select from wearer_messages w where w.alarm_id = a.alarm_id and (${isSameTake}
    or (${isSameTaker} and w.outcome is distinct from 'withdrawn'
      and abs(extract(epoch from a.claimed_at - w.taken_at)) * 1000 < ${sameTakeMs}))))`;

/** The outcome of a message can be told: its command has ended, or it is of no worth any more. */
const isToSettle = (now: number): SQL => sql`(c.ended_at is not null or ${isOverForWearer(sql`c.command_id`, now)})`;

export interface Told {
  alarmId: number;
  deviId: number;
}

/** Alarms whose wearer is to be told, and those of whose message something has become known. */
export function dueWearers(db: Database, now: number, most: number): Promise<Told[]> {
  return queryRows(
    db,
    sql`select a.alarm_id as "alarmId", a.devi_id as "deviId" from alarms a join devices d on d.devi_id = a.devi_id
        where a.state = 'claimed' and ${isToTell(now)}
      union
      select a.alarm_id, a.devi_id from wearer_messages w join commands c on c.command_id = w.command_id
        join alarms a on a.alarm_id = w.alarm_id where w.outcome is null and ${isToSettle(now)}
      limit ${most}`,
  );
}

/** What changed. */
interface Followed {
  custId: number;
  /** A message was queued or withdrawn. */
  commands: boolean;
  /** The timeline of the alarm has something new, and the alarm a new `rev`. */
  recorded: boolean;
}

/**
 * Tells the wearer that somebody has taken the alarm, withdraws what is no longer true, and records what became of a
 * message. In a transaction of its own, so that nothing here can stop a claim: the device is locked before the alarm, as
 * in processing.
 */
export async function followWearer(
  tx: Database,
  { alarmId, deviId, at }: Told & { at: Date },
): Promise<Followed | null> {
  const device = await lockAlsoDeleted(tx, deviId);
  const locked = await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .where(eq(alarms.alarmId, alarmId))
    .for('no key update');
  if (device === undefined || locked.length === 0) return null;
  const settled: Settled[] = [];
  for (const open of await messagesToSettle(tx, alarmId, at)) settled.push(await settle(tx, open, at));
  const queued = await tell(tx, { alarmId, deviId, at }, device.custId);
  const recorded = settled.some((one) => one.recorded);
  if (recorded) await renewRevs(tx, [alarmId]);
  return {
    custId: device.custId,
    commands: queued || settled.some(({ cancelled }) => cancelled),
    recorded,
  };
}

interface OpenMessage {
  commandId: number;
  alarmId: number;
  state: 'pending' | 'sent' | 'confirmed' | 'failed' | 'expired' | 'cancelled';
  reason: string | null;
  tries: number;
  ended: boolean;
  /** Whoever took the alarm still has it. */
  held: boolean;
}

const messagesToSettle = (tx: Database, alarmId: number, at: Date): Promise<OpenMessage[]> =>
  queryRows(
    tx,
    sql`select w.command_id as "commandId", w.alarm_id as "alarmId", c.state, c.reason, c.tries,
          c.ended_at is not null as ended,
          a.state = 'claimed' and a.handed_over_by is null and ${isSameTake} as held
        from wearer_messages w join commands c on c.command_id = w.command_id
          join alarms a on a.alarm_id = w.alarm_id
        where w.alarm_id = ${alarmId} and w.outcome is null and ${isToSettle(at.getTime())}
        order by w.command_id`,
  );

interface Settled {
  cancelled: boolean;
  /** The timeline has something new. */
  recorded: boolean;
}

async function settle(tx: Database, open: OpenMessage, at: Date): Promise<Settled> {
  const { commandId, alarmId, state, ended } = open;
  if (!ended && state === 'sent') {
    // On its way: the device may still answer.
    await stopRetries(tx, commandId);
    return { cancelled: false, recorded: false };
  }
  if (!ended) await cancelPending(tx, commandId, { at, reason: null });
  const outcome = outcomeOf(open);
  await tx.update(wearerMessages).set({ outcome }).where(eq(wearerMessages.commandId, commandId));
  if (outcome === 'told') await recordAlarmEvent(tx, { alarmId, event: 'wearerTold', at, result: wearerText });
  if (outcome === 'notTold') await recordAlarmEvent(tx, { alarmId, event: 'wearerNotTold', at, result: whyNot(open) });
  return { cancelled: !ended, recorded: outcome !== 'withdrawn' };
}

function outcomeOf({ state, ended, held }: OpenMessage): 'told' | 'notTold' | 'withdrawn' {
  // Without an answer in its protocol a command has ended when it is sent.
  if (state === 'confirmed' || (state === 'sent' && ended)) return 'told';
  if (state === 'failed' || state === 'expired') return 'notTold';
  return state === 'pending' && held ? 'notTold' : 'withdrawn';
}

function whyNot({ state, reason, tries }: OpenMessage): string {
  if (state === 'failed') return 'deviceRefused';
  return reason === 'noAnswer' || tries > 0 ? 'deviceNoAnswer' : 'deviceNotConnected';
}

/** Queues the message if it is still to be told, under the locks of device and alarm; returns whether it was. */
async function tell(tx: Database, { alarmId, deviId, at }: Told & { at: Date }, custId: number) {
  const due = await queryRows(
    tx,
    sql`select from alarms a join devices d on d.devi_id = a.devi_id
        where a.alarm_id = ${alarmId} and ${isToTell(at.getTime())}`,
  );
  if (due.length === 0) return false;
  const { messageId: commandId } = await queueMessage(tx, { deviId, text: wearerText, userId: null, at });
  await tx.execute(sql`
    insert into wearer_messages (command_id, alarm_id, taken_at, taken_by, taken_attempt)
    select ${commandId}::int, alarm_id, claimed_at, claimed_by, claimed_attempt from alarms where alarm_id = ${alarmId}`);
  const after = { commandId, alarmId };
  await recordAudit(tx, { action: 'message.sent', at, by: noActor, custId, deviId, after });
  return true;
}
