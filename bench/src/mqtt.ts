import type { Database } from '@varde/server/platform/database/database';
import { hashOfToken } from '@varde/server/platform/secrets/tokens';
import { fillCustomers, fillDevices, identitiesOf, makeMonths } from './fill.ts';
import type { Measurement } from './measurement.ts';
import { connectUnits } from './mqtt-units.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { whole } from './statistics.ts';
import { insertPlainly, readRows } from './uplinks.ts';
import { startServer } from './varde-server.ts';

const token = 'token-of-each-unit-of-the-benchmark';
const senders = 100;
/** Units that connect before memory is measured, so that code and pools are loaded. */
const warmUp = 200;
const share = 0.25;
const targetBytes = 60_000;

export const mqttUnits: Measurement = {
  name: 'mqtt',
  title: 'Home units over MQTT',
  async run(resources) {
    const { perSecond, floor } = await throughput(resources);
    const { units, bytes, heap } = await memory(resources);
    return {
      text: `On PostgreSQL, with the embedded broker. ${senders} units send positions with QoS 1, each with up to 32 in flight; a message counts when its PUBACK arrives. The floor is that of the durable uplinks. The memory is that of the server process before and after ${whole(units)} units have connected and subscribed to their commands; both after a garbage collection, without kernel buffers.`,
      header: ['messages', 'floor', 'of it', 'connected units', 'a unit', 'of it on the heap'],
      rows: [
        [
          `${whole(perSecond)} /s`,
          `${whole(floor)} /s`,
          `${whole((100 * perSecond) / floor)} %`,
          whole(units),
          kilobytes(bytes),
          kilobytes(heap),
        ],
      ],
      targets: [
        {
          what: 'messages over MQTT stored on PostgreSQL, of what a plain insert stores',
          target: `at least ${whole(100 * share)} %`,
          found: `${whole((100 * perSecond) / floor)} %`,
          met: perSecond >= share * floor,
        },
        {
          what: 'memory of a unit connected over MQTT',
          target: `under ${kilobytes(targetBytes)}`,
          found: kilobytes(bytes),
          met: bytes < targetBytes,
        },
      ],
    };
  },
};

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Devices 1 to `count`, as home units over MQTT. */
async function makeUnits(db: Database, count: number): Promise<void> {
  await makeMonths(db);
  await fillCustomers(db);
  await fillDevices(db, 1, count);
  await db.execute('update devices set deha_id = 13 where cust_id <> 0');
  await db.execute(`update device_identities i set protocol = 'mqtt', secret = '${hashOfToken(token)}'
    from devices d where d.devi_id = i.devi_id and d.cust_id <> 0`);
}

async function throughput(resources: Resources): Promise<{ perSecond: number; floor: number }> {
  const each = resources.quick ? 10 : 600;
  const site = await createSite('PostgreSQL', resources);
  await site.withDatabase(({ db }) => makeUnits(db, senders));
  const server = await startServer(site);
  const units = await connectUnits(server.ports.mqtt, identitiesOf(1, senders), token);
  const hourAgo = Date.now() - 3_600_000;
  const messages = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ sequence: from + at, time: new Date(from + at * 1000).toISOString(), battery: { level: 80 } },
      position: { lat: 67.2835, lng: 14.38, accuracy: 8 },
    }));
  await Promise.all(units.map((unit) => unit.send(messages(hourAgo - 3_600_000, Math.ceil(each / 5)))));
  const start = performance.now();
  await Promise.all(units.map((unit) => unit.send(messages(hourAgo, each))));
  const seconds = (performance.now() - start) / 1000;
  for (const unit of units) unit.close();
  await server.stop();
  const total = senders * each;
  const rows = await site.withDatabase((database) => readRows(database, hourAgo));
  if (rows.transactions.length !== total) throw new Error(`${rows.transactions.length} rows for ${total} messages`);
  await site.remove();
  return { perSecond: total / seconds, floor: total / (await insertPlainly(rows, 'PostgreSQL', resources)) };
}

async function memory(resources: Resources): Promise<{ units: number; bytes: number; heap: number }> {
  const count = resources.quick ? 100 : 10_000;
  const site = await createSite('PostgreSQL', resources);
  await site.withDatabase(({ db }) => makeUnits(db, warmUp + count));
  const server = await startServer(site);
  const warm = await connectUnits(server.ports.mqtt, identitiesOf(1, warmUp), token);
  for (const unit of warm) unit.close();
  const before = await server.probe();
  const units = await connectUnits(server.ports.mqtt, identitiesOf(1 + warmUp, count), token);
  const after = await server.probe();
  for (const unit of units) unit.close();
  await server.stop();
  await site.remove();
  return {
    units: count,
    bytes: (after.rss - before.rss) / count,
    heap: (after.heapUsed + after.external - before.heapUsed - before.external) / count,
  };
}
