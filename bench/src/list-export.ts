import { routes } from '@varde/contract/routes';
import { contextHeader } from '@varde/contract/transport';
import { admin, fillCustomers, fillDevices } from './fill.ts';
import { type HttpClient, logIn } from './http-client.ts';
import type { Measurement } from './measurement.ts';
import { createSite } from './site.ts';
import { whole } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const targetRatio = 1.5;
/** The device numbers and the page in transit may be in memory, but not the file. */
const targetBytes = 10_000_000;

export const listExport: Measurement = {
  name: 'export',
  title: 'Export of the whole list',
  async run(resources) {
    const [small, large] = resources.quick ? [1000, 2000] : [10_000, 100_000];
    const rows: string[][] = [];
    const worst = { ratio: 0, growth: 0 };
    for (const engine of resources.engines) {
      const site = await createSite(engine, resources);
      await site.withDatabase(({ db }) => fillCustomers(db));
      const found: Export[] = [];
      let filled = 0;
      for (const size of [small, large]) {
        await site.withDatabase(({ db }) => fillDevices(db, filled + 1, size));
        filled = size;
        const server = await startServer(site);
        found.push(await measureExport(server, size));
        await server.stop();
      }
      await site.remove();
      const [few, many] = found;
      if (few === undefined || many === undefined) throw new Error('two sizes are measured');
      const ratio = many.microsecondsARow / few.microsecondsARow;
      const growth = many.liveBytes - few.liveBytes;
      worst.ratio = Math.max(worst.ratio, ratio);
      worst.growth = Math.max(worst.growth, growth);
      for (const [size, one] of [
        [small, few],
        [large, many],
      ] as const)
        rows.push([
          engine,
          whole(size),
          megabytes(one.fileBytes),
          `${one.microsecondsARow.toFixed(0)} µs`,
          megabytes(one.liveBytes),
        ]);
    }
    return {
      text: `\`GET ${routes.exportDevices.path}\`: the whole list of an administrator as CSV, read as fast as it arrives. The memory is the maximum live memory of the server (heap, buffers) while the file is sent, minus that before the call; each after a garbage collection.`,
      header: ['database', 'devices', 'file', 'a row', 'memory'],
      rows,
      targets: [
        {
          what: `an exported row of ${whole(large)} devices, over one of ${whole(small)}`,
          target: `at most ${targetRatio} ×`,
          found: `${worst.ratio.toFixed(1)} ×`,
          met: worst.ratio <= targetRatio,
        },
        {
          what: `memory for the export of ${whole(large)} devices beyond that of ${whole(small)}`,
          target: `at most ${targetBytes / 1e6} MB`,
          found: megabytes(worst.growth),
          met: worst.growth <= targetBytes,
        },
      ],
    };
  },
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

interface Export {
  fileBytes: number;
  microsecondsARow: number;
  liveBytes: number;
}

async function measureExport(server: VardeServer, devices: number): Promise<Export> {
  const client = await logIn(server.url, admin);
  await download(server, client); // warms up code and connections
  const start = performance.now();
  const fileBytes = await download(server, client);
  const microsecondsARow = ((performance.now() - start) * 1000) / devices;
  const before = await live(server);
  let most = before;
  let lookAgainAt = 0;
  await download(server, client, async (received) => {
    if (received < lookAgainAt) return;
    lookAgainAt = received + fileBytes / 5; // a garbage collection stops the server
    most = Math.max(most, await live(server));
  });
  return { fileBytes, microsecondsARow, liveBytes: most - before };
}

async function live(server: VardeServer): Promise<number> {
  const { heapUsed, external } = await server.probe();
  return heapUsed + external;
}

/** Reads a whole export and returns its size in bytes. */
async function download(
  { url }: VardeServer,
  { cookie }: HttpClient,
  onRead: (received: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const query = new URLSearchParams({ language: 'nb', timeZone: 'Europe/Oslo' });
  const answer = await fetch(`${url}${routes.exportDevices.path}?${query}`, {
    headers: { cookie, [contextHeader]: 'PROFFWEB' },
  });
  if (!answer.ok || answer.body === null) throw new Error(`the export was refused: ${answer.status}`);
  let received = 0;
  for await (const chunk of answer.body) {
    received += chunk.length;
    await onRead(received);
  }
  return received;
}
