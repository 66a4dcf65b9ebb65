import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { hardwareList } from '@varde/catalogue/hardware/index';
import type { Database } from '@varde/server/platform/database/database';
import { hashOfToken } from '@varde/server/platform/secrets/tokens';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, identityOf } from './fill.ts';
import type { Measurement } from './measurement.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { percentile, percentileCells, whole } from './statistics.ts';
import { startServer } from './varde-server.ts';

const token = 'token-of-each-home-unit';
const targetMs = 2000;
const phases = ['powerFailure', 'powerRestored'] as const;

interface Found {
  times: number[];
  /** Answers that asked to come again later. */
  again: number;
}

export const storm: Measurement = {
  name: 'storm',
  title: 'A region without mains: every home unit reports at once',
  async run(resources) {
    const size = resources.quick ? { units: 100, seconds: 0.5 } : { units: 20_000, seconds: 60 };
    const found = new Map<Engine, Found[]>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, size, resources));
    return {
      text: `${whole(size.units)} home units send \`powerFailure\` in ${size.seconds} s, and \`powerRestored\` in as many, each from an address and over a connection of its own. From the first byte of the request to the answer that says it is stored, with all attempts of a unit that was asked to come again.`,
      header: ['database', 'event', 'units', 'p50', 'p95', 'p99', 'latest', 'asked to come again'],
      rows: [...found].flatMap(([engine, phasesOf]) =>
        phasesOf.map(({ times, again }, at) => [
          engine,
          phases[at] ?? '',
          whole(times.length),
          ...percentileCells(times),
          `${(Math.max(...times) / 1000).toFixed(2)} s`,
          whole(again),
        ]),
      ),
      targets: [...found].map(([engine, phasesOf]) => {
        const latest = Math.max(...phasesOf.map(({ times }) => percentile(times, 1)));
        return {
          what: `the latest acknowledgement of a home unit in a storm on ${engine}`,
          target: `at most ${targetMs / 1000} s`,
          found: `${(latest / 1000).toFixed(2)} s`,
          met: latest <= targetMs,
        };
      }),
    };
  },
};

async function measure(
  engine: Engine,
  { units, seconds }: { units: number; seconds: number },
  resources: Resources,
): Promise<Found[]> {
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, units);
    await makeHomeUnits(db);
  });
  const server = await startServer(site);
  const found: Found[] = [];
  for (const event of phases) {
    const phase: Found = { times: [], again: 0 };
    const sending: Promise<void>[] = [];
    const start = performance.now();
    for (let unit = 1; unit <= units; unit++) {
      const due = start + (unit * seconds * 1000) / units;
      const early = due - performance.now();
      if (early > 1) await pause(early);
      sending.push(report(server.ports.http, unit, event, phase));
    }
    await Promise.all(sending);
    found.push(phase);
  }
  await server.stop();
  await site.remove();
  return found;
}

async function makeHomeUnits(db: Database): Promise<void> {
  const dehaId = hardwareList.find(({ protocol }) => protocol === 'http')?.dehaId;
  await db.execute(`update devices set deha_id = ${dehaId} where cust_id <> 0`);
  await db.execute(`update device_identities i set protocol = 'http', secret = '${hashOfToken(token)}'
    from devices d where d.devi_id = i.devi_id and d.cust_id <> 0`);
}

/** Until the message is stored. */
async function report(port: number, unit: number, event: string, phase: Found): Promise<void> {
  const body = JSON.stringify({ device: identityOf(unit), sequence: event, events: [event] });
  const start = performance.now();
  for (;;) {
    const { status, retryAfter } = await post(port, `127.${1 + (unit >> 16)}.${(unit >> 8) & 255}.${unit & 255}`, body);
    if (status === 200) break;
    if (status !== 429 && status !== 503) throw new Error(`a unit got the answer ${status}`);
    phase.again += 1;
    await pause(retryAfter * 1000);
  }
  phase.times.push(performance.now() - start);
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

function post(port: number, localAddress: string, body: string): Promise<{ status: number; retryAfter: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: number }>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = {
    host: '127.0.0.1',
    port,
    localAddress,
    method: 'POST',
    path: '/v1/messages',
    agent,
    headers,
  };
  const sent = request(options, (response) => {
    const retryAfter = Number(response.headers['retry-after'] ?? 1);
    response.resume().on('close', () => resolve({ status: response.statusCode ?? 0, retryAfter }));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
