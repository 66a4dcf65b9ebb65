import { Load } from '@varde/simulator/load/load';
import { fillCustomers, fillDevices, identitiesOf } from './fill.ts';
import type { Measurement } from './measurement.ts';
import { createSite } from './site.ts';
import { whole } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const targetBytes = 25_000;
/** Connections opened before the first measurement, so that code and pools are loaded. */
const warmUp = 200;

export const connectionMemory: Measurement = {
  name: 'memory',
  title: 'Memory of a connected, idle device',
  async run(resources) {
    const devices = resources.quick ? 100 : 5000;
    const site = await createSite('PostgreSQL', resources);
    await site.withDatabase(async ({ db }) => {
      await fillCustomers(db);
      await fillDevices(db, 1, warmUp + devices);
    });
    const server = await startServer(site);
    const warm = await connect(server, 1, warmUp, 20);
    warm.close();
    const before = await server.probe();
    const load = await connect(server, 1 + warmUp, devices, 1);
    const after = await server.probe();
    const { open } = load.counts;
    load.close();
    await server.stop();
    await site.remove();
    if (open !== devices) throw new Error(`${open} connections were open`);
    const bytes = (after.rss - before.rss) / devices;
    const heap = (after.heapUsed + after.external - before.heapUsed - before.external) / devices;
    return {
      text: `Resident memory of the server process before and after ${whole(devices)} devices have connected over TCP, sent one message and received its acknowledgement; both after a garbage collection. On PostgreSQL, so that the process contains no database. Kernel buffers are not included.`,
      header: ['connections', 'before', 'after', 'a connection', 'of it on the heap'],
      rows: [
        [
          whole(devices),
          megabytes(before.rss),
          megabytes(after.rss),
          `${(bytes / 1000).toFixed(1)} kB`,
          `${(heap / 1000).toFixed(1)} kB`,
        ],
      ],
      targets: [
        {
          what: 'memory of a connection',
          target: `under ${targetBytes / 1000} kB`,
          found: `${(bytes / 1000).toFixed(1)} kB`,
          met: bytes < targetBytes,
        },
      ],
    };
  },
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Connections with identified devices. */
async function connect(server: VardeServer, from: number, count: number, uplinksEach: number): Promise<Load> {
  const endpoint = { host: '127.0.0.1', port: server.ports.eview };
  const load = new Load({
    ...endpoint,
    identities: identitiesOf(from, count),
    uplinksEach,
    ratePerSecond: null,
  });
  await load.connect();
  load.start();
  await load.finished;
  return load;
}
