import type { WebHookBody } from '@varde/contract/web-hooks';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type BackOff, isDue } from '#platform/delivery/back-off.ts';
import { makeDue } from '#platform/delivery/due-again.ts';
import type { FairTurns, Waiting } from '#platform/delivery/fair-turns.ts';
import type { Delayed } from '#platform/delivery/outages.ts';
import { waitingIn } from '#platform/delivery/waiting-rows.ts';
import { integrationSettingOf } from './integration-settings.ts';
import { recordResults } from './results.ts';
import { webHookDeliveries, webHooks } from './tables.ts';

type DeliveryRow = typeof webHookDeliveries.$inferSelect;

/** A delivery on its way. */
export interface TakenDelivery extends Pick<DeliveryRow, 'deliveryId' | 'tries' | 'queuedAt'> {
  url: string;
  /** The customer of the web hook. */
  hookCustId: number;
  secret: string;
  body: WebHookBody;
  turn: Waiting;
}

interface Due extends BackOff {
  most: number;
  turns: FairTurns;
}

const time = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;
const host = sql`lower(substring(h.url from '://([^/?#]*)'))`;

/**
 * Leases due deliveries, those whose turn it is: of each customer first those of raised alarms, and first tries before
 * others. A delivery waits for the earlier ones of its alarm to the same hook.
 */
export function takeDueDeliveries(db: Database, now: number, due: Due): Promise<TakenDelivery[]> {
  const { most, leaseMs, turns } = due;
  const isTaken = sql`(d.taken_at > ${time(now - leaseMs)} and d.taken_at <= ${time(now + leaseMs)})`;
  const isTime = isDue({ nextTryAt: sql`d.next_try_at`, tries: sql`d.tries` }, now, due);
  const isWaiting = sql`d.state = 'waiting' and ${isTaken} is not true and ${isTime}`;
  return db.transaction(async (tx) => {
    const waiting = await waitingIn(
      tx,
      turns,
      sql`select d.delivery_id as id, c.path, ${host} as host, ${host} as leaf,
          2 * (d.tries > 0)::int + (d.event <> ${'alarmRaised' satisfies WebHookBody['event']})::int as urgency
        from web_hook_deliveries d join web_hooks h on h.hook_id = d.hook_id join customers c on c.cust_id = h.cust_id
        where ${isWaiting} and not exists (select from web_hook_deliveries e where e.hook_id = d.hook_id
          and e.alarm_id = d.alarm_id and e.state = 'waiting' and e.delivery_id < d.delivery_id)`,
    );
    const chosen = new Map(turns.choose(waiting, most).map((turn) => [turn.id, turn]));
    const rows = await queryRows<{ id: number | string }>(
      tx,
      sql`select d.delivery_id as id from web_hook_deliveries d
        where d.delivery_id = any (${sql.param([...chosen.keys()])}::bigint[]) and ${isWaiting}
        order by d.delivery_id for no key update of d skip locked`,
    );
    const ids = rows.map(({ id }) => Number(id));
    if (ids.length === 0) return [];
    await tx
      .update(webHookDeliveries)
      .set({ takenAt: new Date(now), tries: sql`${webHookDeliveries.tries} + 1` })
      .where(inArray(webHookDeliveries.deliveryId, ids));
    const described = await describe(tx, ids);
    const first = described.filter(({ tries }) => tries === 1);
    await recordResults(tx, first, { what: 'tried', at: new Date(now) });
    return described.flatMap((delivery) => {
      const turn = chosen.get(delivery.deliveryId);
      return turn === undefined ? [] : [{ ...delivery, turn }];
    });
  });
}

interface Described {
  deliveryId: number | string;
  tries: number;
  queuedAt: Date | string;
  event: WebHookBody['event'];
  at: Date | string;
  url: string;
  hookCustId: number;
  secret: string;
  custId: number;
  alarm: WebHookBody['alarm'];
}

async function describe(tx: Database, ids: readonly number[]): Promise<Omit<TakenDelivery, 'turn'>[]> {
  const ms = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::bigint`;
  const rows = await queryRows<Described>(
    tx,
    sql`select d.delivery_id as "deliveryId", d.tries, d.queued_at as "queuedAt", d.event, d.at, h.url, h.secret, h.cust_id as "hookCustId",
        coalesce(a.cust_id, h.cust_id) as "custId",
        case when a.alarm_id is not null then json_build_object('alarmId', a.alarm_id, 'deviId', a.devi_id,
          'deviceSNNum', v.device_serial_number, 'metyId', a.mety_id, 'code', a.code,
          'happenedAt', ${ms(sql`a.happened_at`)}, 'receivedAt', ${ms(sql`a.received_at`)},
          'reference', case when h.cust_id = any (c.path)
            then nullif(${integrationSettingOf('msgI9nReference')} #>> '{}', '') end) end as alarm
      from web_hook_deliveries d
        join web_hooks h on h.hook_id = d.hook_id
        left join alarms a on a.alarm_id = d.alarm_id
        left join devices v on v.devi_id = a.devi_id
        left join customers c on c.cust_id = a.cust_id
      where d.delivery_id = any (${sql.param([...ids])}::bigint[])
      order by d.delivery_id`,
  );
  return rows.map(({ tries, url, hookCustId, secret, event, custId, alarm, ...row }) => {
    const deliveryId = Number(row.deliveryId);
    const at = epoch(new Date(row.at));
    return {
      ...{ deliveryId, tries, queuedAt: new Date(row.queuedAt), url, hookCustId, secret },
      body: { deliveryId, event, at, custId, alarm },
    };
  });
}

/** The answer of a receiver, as far as it is kept: never its body. */
export interface Answer {
  status: number | null;
  lastError: string | null;
}

/** Whether its web hook has another address by now. */
export async function hasMoved(
  db: Database,
  { deliveryId, url }: Pick<TakenDelivery, 'deliveryId' | 'url'>,
): Promise<boolean> {
  const [hook] = await db
    .select({ url: webHooks.url })
    .from(webHookDeliveries)
    .innerJoin(webHooks, eq(webHooks.hookId, webHookDeliveries.hookId))
    .where(eq(webHookDeliveries.deliveryId, deliveryId));
  return hook !== undefined && hook.url !== url;
}

/** Renews the lease of a delivery of which this try is under way. */
export async function renewDelivery(db: Database, { deliveryId, tries }: TakenDelivery, takenAt: Date): Promise<void> {
  const isUnderWay = and(
    eq(webHookDeliveries.deliveryId, deliveryId),
    eq(webHookDeliveries.tries, tries),
    eq(webHookDeliveries.state, 'waiting'),
  );
  await db.update(webHookDeliveries).set({ takenAt }).where(isUnderWay);
}

/** Puts off a delivery that was not accepted; `nextTryAt` null: it is tried again at once. */
export async function delayDelivery(
  db: Database,
  deliveryId: number,
  answer: Answer & { nextTryAt: Date | null },
): Promise<void> {
  await db
    .update(webHookDeliveries)
    .set({ ...answer, takenAt: null })
    .where(eq(webHookDeliveries.deliveryId, deliveryId));
}

/** Makes deliveries due that were put off in an outage of their server which is over. */
export const endDelaysOfDeliveries = (db: Database, delayed: readonly Delayed[], now: number): Promise<void> =>
  makeDue(db, { table: sql`web_hook_deliveries`, id: sql`delivery_id` }, delayed, now);

/** Ends a delivery, and keeps that for the timeline of its alarm. */
export const endDelivery = (
  db: Database,
  delivery: TakenDelivery,
  end: Answer & { state: 'delivered' | 'dead'; endedAt: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx
      .update(webHookDeliveries)
      .set({ ...end, nextTryAt: null, takenAt: null })
      .where(eq(webHookDeliveries.deliveryId, delivery.deliveryId));
    const { state: what, endedAt: at, status, lastError: reason } = end;
    await recordResults(tx, [delivery], { what, at, status, reason });
  });
