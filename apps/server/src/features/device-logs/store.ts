import type { KeptFieldName } from '@varde/catalogue/kept-fields';
import { metyId } from '@varde/catalogue/message-types';
import type { DeviceCall } from '@varde/contract/device-logs';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { alarms } from '#domain/alarms/tables.ts';
import { messageOf } from '#domain/messages/message-state.ts';
import { outbox } from '#domain/messages/tables.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { withinHistory } from '#domain/transactions/history-condition.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';

interface Asked {
  deviId: number;
  cursor?: string | undefined;
  limit: number;
}

/** A call with its place in the list: by time, then by source and number. */
interface Row {
  call: DeviceCall;
  custId: number;
  place: Place;
}
type Place = [received: number, source: number, id: number];

/** Calls of the device itself come after those of Varde of the same moment. */
const sources = { device: 0, alarm: 1 } as const;
const position = z.tuple([cursorTime, z.int().min(0).max(1), z.int().min(0)]);
const policy = 'DEVICE_LOGS';

/** A page of the calls about a device that the caller may see, newest first. */
export async function listCalls(db: Database, caller: Caller, asked: Asked) {
  const rows = [...(await alarmCalls(db, caller, asked)), ...(await ownCalls(db, caller, asked))];
  rows.sort((a, b) => compare(b.place, a.place));
  return pageOf(rows, asked.limit, ({ place }) => place);
}

const compare = (a: Place, b: Place) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Calls of Varde to receivers of the device's alarms. */
async function alarmCalls(db: Database, caller: Caller, { deviId, cursor, limit }: Asked): Promise<Row[]> {
  const { at, attemptId, recipient, name, answer, seconds } = notificationAttempts;
  const { alarmId, custId, assignmentId, happenedAt } = alarms;
  const message = messageOf(notificationAttempts);
  const rows = await db
    .select({
      custId,
      ...{ id: attemptId, at, number: recipient, name, answer, seconds },
      ...{ alarmId, metyId: alarms.metyId, state: message.state, reason: message.reason },
      received: sql<number>`${microseconds(at)}`.mapWith(Number),
    })
    .from(notificationAttempts)
    .innerJoin(alarms, eq(alarmId, notificationAttempts.alarmId))
    .leftJoin(outbox, eq(outbox.messageId, notificationAttempts.messageId))
    .where(
      and(
        eq(alarms.deviId, deviId),
        eq(notificationAttempts.channel, 'call'),
        withinScope(custId, caller.scopeOf(policy)),
        withinHistory(caller, policy, { deviId, custId, assignmentId, time: happenedAt }),
        before(cursor, sql`${at}`, 'alarm', sql`${attemptId}`),
      ),
    )
    .orderBy(sql`${at} desc, ${attemptId} desc`)
    .limit(limit + 1);
  return rows.map(({ custId, received, at, reason, ...call }) => ({
    custId,
    place: [received, sources.alarm, call.id],
    call: {
      ...call,
      source: 'alarm',
      at: at.getTime(),
      reason: call.state === 'failed' ? reason : null,
    },
  }));
}

/** Calls that the device recorded itself; times by its own clock, where it had one. */
async function ownCalls(db: Database, caller: Caller, { deviId, cursor, limit }: Asked): Promise<Row[]> {
  const { tranId, recTs, custId, assignmentId, deviceTime, historical } = transactions;
  const kept = (name: KeptFieldName) => sql<string | null>`${transactions.detail} -> 'unknown' ->> ${name}`;
  const time = sql`case when ${historical} then least(${recTs}, ${deviceTime}) else ${recTs} end`;
  const rows = await db
    .select({
      ...{ custId, id: tranId, recTs, deviceTime },
      number: kept('callNumber'),
      seconds: kept('callSeconds'),
      status: kept('callStatus'),
      result: kept('callResult'),
      received: sql<number>`${microseconds(recTs)}`.mapWith(Number),
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.deviId, deviId),
        // The partial index transactions_calls needs the number itself.
        sql`${transactions.metyId} = ${sql.raw(String(metyId.call))}`,
        withinScope(custId, caller.scopeOf(policy)),
        withinHistory(caller, policy, { deviId, custId, assignmentId, time }),
        before(cursor, sql`${recTs}`, 'device', sql`${tranId}`),
      ),
    )
    .orderBy(sql`${recTs} desc, ${tranId} desc`)
    .limit(limit + 1);
  return rows.map(({ custId, received, recTs, deviceTime, seconds, ...call }) => ({
    custId,
    place: [received, sources.device, call.id],
    call: {
      ...call,
      source: 'device',
      at: (deviceTime ?? recTs).getTime(),
      seconds: seconds === null ? null : Number(seconds),
    },
  }));
}

/** Rows of a source that come after the cursor. */
function before(cursor: string | undefined, time: SQL, source: keyof typeof sources, id: SQL): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [received, last, lastId] = decodeCursor(cursor, position);
  return sql`(${time}, ${sources[source]}::int, ${id}) < (${fromMicroseconds(received)}, ${last}::int, ${lastId}::bigint)`;
}
