import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.ts';
import { metricsRegistry } from '../metrics.ts';

/**
 * For whoever runs Varde: `/healthz` the process answers, `/readyz` it can do its work, `/metrics` for Prometheus.
 * They name no person and no device.
 */
export function serveHealth(app: FastifyInstance, db: Database, isReady: () => boolean): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const ready = isReady() && (await answers(db));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'notReady' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metricsRegistry.contentType).send(await metricsRegistry.metrics()),
  );
}

const answers = (db: Database): Promise<boolean> =>
  db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
