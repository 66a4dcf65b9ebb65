import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Database, type OpenDatabase, queryRows } from '../database/database.ts';
import { requireWritable } from '../database/read-only.ts';
import { metrics, metricsRegistry } from '../log/metrics.ts';
import { operatorOnly } from './operator-only.ts';

/** Timeout of a check: monitoring does not wait longer. */
const patienceMs = 2000;

/**
 * For the operator: `/healthz` the process answers, `/readyz` it can do its work, `/metrics` for Prometheus on a
 * network of the operator. They name no person and no device. `measure` asks the database for what is measured there.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, processingDb }: Pick<OpenDatabase, 'db' | 'processingDb'>,
  isReady: () => boolean,
  measure: () => Promise<void>,
): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  let asking: Promise<boolean> | null = null;
  /** Concurrent requests share one answer: however many there are, they take one connection from alarms. */
  const databaseWorks = () => {
    asking ??= Promise.all([canWrite(db), canWrite(processingDb)]).then((each) => {
      asking = null;
      return each.every(Boolean);
    });
    return asking;
  };
  app.get('/readyz', async (_request, reply) => {
    const ready = isReady() && (await databaseWorks());
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'notReady' });
  });
  app.get('/metrics', { onRequest: operatorOnly }, async (_request, reply) => {
    if (!(await within(measure()))) metrics.oldestMessage.reset();
    return reply.type(metricsRegistry.contentType).send(await metricsRegistry.metrics());
  });
}

/** A standby answers too, but nothing can be stored there. */
const canWrite = (db: Database): Promise<boolean> =>
  within(requireWritable(async (statement) => ({ rows: await queryRows(db, sql.raw(statement)) })));

/** Whether it succeeds in time. */
const within = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    setTimeout(patienceMs, false, { ref: false }),
  ]);
