import { randomBytes } from 'node:crypto';
import type { WebHookEvent } from '@varde/contract/web-hook-form';
import type { WebHook, WebHookDelivery } from '@varde/contract/web-hooks';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { recordRemoval } from './results.ts';
import { webHookDeliveries, webHooks } from './tables.ts';

/** Deliveries that are shown of a hook. */
const shown = 20;

interface NewHook {
  custId: number;
  url: string;
  events: readonly WebHookEvent[];
  at: Date;
}

/** The secret is readable as text, and returned only now. */
export async function addHook(
  tx: Database,
  { custId, url, events, at }: NewHook,
): Promise<{ hookId: number; secret: string }> {
  const secret = `varde_${randomBytes(32).toString('base64url')}`;
  const [added] = await tx
    .insert(webHooks)
    .values({ custId, url, secret, events: [...new Set(events)], createdAt: at })
    .returning({ hookId: webHooks.hookId });
  if (added === undefined) throw new RangeError('a hook was not added');
  return { hookId: added.hookId, secret };
}

/** Hooks of a customer, locked against changes. */
export async function lockHooks(tx: Database, custId: number): Promise<Pick<WebHook, 'hookId' | 'url' | 'events'>[]> {
  const { hookId, url, events } = webHooks;
  return tx
    .select({ hookId, url, events })
    .from(webHooks)
    .where(eq(webHooks.custId, custId))
    .orderBy(asc(hookId))
    .for('no key update');
}

/** Keeps its secret, and what waits for it, which is tried at once: the old address may have been the fault. */
export async function changeHook(
  tx: Database,
  { hookId, url, events }: Pick<NewHook, 'url' | 'events'> & { hookId: number },
): Promise<Pick<NewHook, 'url' | 'events'>> {
  const changed = { url, events: [...new Set(events)] };
  await tx.update(webHooks).set(changed).where(eq(webHooks.hookId, hookId));
  await tx
    .update(webHookDeliveries)
    .set({ nextTryAt: null })
    .where(and(eq(webHookDeliveries.hookId, hookId), eq(webHookDeliveries.state, 'waiting')));
  return changed;
}

/** With what waits for it. */
export async function removeHook(tx: Database, hookId: number, at: Date): Promise<void> {
  await recordRemoval(tx, hookId, at);
  await tx.delete(webHooks).where(eq(webHooks.hookId, hookId));
}

/** Hooks of a customer, each with the deliveries that somebody may have to do something about. */
export async function listHooks(tx: Database, custId: number): Promise<WebHook[]> {
  const hooks = await tx.select().from(webHooks).where(eq(webHooks.custId, custId)).orderBy(asc(webHooks.hookId));
  const hookIds = hooks.map(({ hookId }) => hookId);
  const counts = await countsOf(tx, hookIds);
  const deliveries = await latestOf(tx, hookIds);
  return hooks.map(({ hookId, url, events, createdAt }) => ({
    ...{ hookId, url, events, createdAt: epoch(createdAt) },
    ...{ waiting: 0, dead: 0, ...counts.get(hookId) },
    deliveries: deliveries.filter((delivery) => delivery.hookId === hookId).map(presentDelivery),
  }));
}

async function countsOf(tx: Database, hookIds: number[]): Promise<Map<number, { waiting: number; dead: number }>> {
  const rows = await queryRows<{ hookId: number; waiting: number; dead: number }>(
    tx,
    sql`select hook_id as "hookId", (count(*) filter (where state = 'waiting'))::int as waiting,
        (count(*) filter (where state = 'dead'))::int as dead
      from web_hook_deliveries where hook_id = any (${sql.param(hookIds)}::int[]) group by hook_id`,
  );
  return new Map(rows.map(({ hookId, waiting, dead }) => [hookId, { waiting, dead }]));
}

function latestOf(tx: Database, hookIds: number[]) {
  const { deliveryId } = webHookDeliveries;
  const ids = sql`(select delivery_id from (
      select delivery_id, row_number() over (partition by hook_id order by state <> 'dead', state <> 'waiting', delivery_id desc) as place
      from web_hook_deliveries where hook_id = any (${sql.param(hookIds)}::int[])) ranked
    where place <= ${shown})`;
  return tx
    .select()
    .from(webHookDeliveries)
    .where(inArray(deliveryId, ids))
    .orderBy(
      sql`${webHookDeliveries.state} <> 'dead'`,
      sql`${webHookDeliveries.state} <> 'waiting'`,
      sql`${deliveryId} desc`,
    );
}

function presentDelivery(delivery: typeof webHookDeliveries.$inferSelect): WebHookDelivery {
  const { deliveryId, event, alarmId, at, state, tries, nextTryAt, status, lastError } = delivery;
  return {
    deliveryId,
    event,
    alarmId,
    at: epoch(at),
    state,
    tries,
    nextTryAt: epoch(nextTryAt),
    status,
    lastError,
  };
}

/** Queues a test; false when one waits already. The caller holds the lock of the hook. */
export async function queueTest(tx: Database, hookId: number, at: Date): Promise<boolean> {
  const waiting = await tx
    .select({ deliveryId: webHookDeliveries.deliveryId })
    .from(webHookDeliveries)
    .where(
      and(
        eq(webHookDeliveries.hookId, hookId),
        eq(webHookDeliveries.event, 'test'),
        eq(webHookDeliveries.state, 'waiting'),
      ),
    );
  if (waiting.length > 0) return false;
  await tx.insert(webHookDeliveries).values({ hookId, event: 'test', at, queuedAt: at });
  return true;
}

/** Queues a delivery that waits or is dead again: null when there is none, or it is on its way. */
export async function replayDelivery(
  tx: Database,
  { hookId, deliveryId, at }: { hookId: number; deliveryId: number; at: Date },
): Promise<{ deliveryId: number } | null> {
  const [replayed] = await tx
    .update(webHookDeliveries)
    .set({ state: 'waiting', tries: 0, queuedAt: at, nextTryAt: null, endedAt: null })
    .where(
      and(
        eq(webHookDeliveries.deliveryId, deliveryId),
        eq(webHookDeliveries.hookId, hookId),
        sql`${webHookDeliveries.state} <> 'delivered'`,
        sql`${webHookDeliveries.takenAt} is null`,
      ),
    )
    .returning({ deliveryId: webHookDeliveries.deliveryId });
  return replayed ?? null;
}
