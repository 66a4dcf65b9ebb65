import { routes } from '@varde/contract/routes';
import { admin, fillCustomers, fillDevices, filledDays, fillTransactions, municipalityUser, serialOf } from './fill.ts';
import { type HttpClient, logIn } from './http-client.ts';
import { timesInTurns } from './in-turns.ts';
import type { Measurement } from './measurement.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { percentile, whole } from './statistics.ts';
import { startServer } from './varde-server.ts';

/** The number of a device that both users may see. */
const seenByBoth = 21;
const targetRatio = 2;
const day = 24 * 3_600_000;

export const transactionLog: Measurement = {
  name: 'log',
  title: 'The log of a device',
  async run(resources) {
    const [devices, small, large] = resources.quick ? [30, 30_000, 60_000] : [100, 100_000, 10_000_000];
    const sites = [await open(devices, small, resources), await open(devices, large, resources)] as const;
    const rows: string[][] = [];
    let worst = { ratio: 0, name: '' };
    for (const who of users) {
      for (const [call, query] of Object.entries(queries)) {
        const name = `${who}: ${call}`;
        const ask =
          ({ clients, deviId }: (typeof sites)[number]) =>
          () =>
            log(clients[who], deviId, query);
        const [few, many] = await timesInTurns(resources.quick ? 1 : 200, [ask(sites[0]), ask(sites[1])]);
        const ratio = percentile(many, 0.95) / percentile(few, 0.95);
        if (ratio > worst.ratio) worst = { ratio, name };
        rows.push([name, ...cells(few), ...cells(many), ratio.toFixed(1)]);
      }
    }
    for (const { close } of sites) await close();
    return {
      text: `\`GET ${routes.listTransactions.path}\` over HTTP on PostgreSQL, one call after the other, to two servers in turn, pages of 10, at ${whole(small)} and at ${whole(large)} transactions of ${devices} devices in ${filledDays} days. One message in fifty is an alarm. An administrator sees all customers, a municipality its own.`,
      header: ['call', ...header(small), ...header(large), 'ratio of p95'],
      rows,
      targets: [
        {
          what: `a page of the log with ${whole(large)} transactions, over one of ${whole(small)} (p95)`,
          target: `at most ${targetRatio} ×`,
          found: `${worst.ratio.toFixed(1)} × (${worst.name})`,
          met: worst.ratio <= targetRatio,
        },
      ],
    };
  },
};

const header = (transactions: number) => ['p50', 'p95'].map((name) => `${name} at ${whole(transactions)}`);
const cells = (times: readonly number[]) => [0.5, 0.95].map((share) => `${percentile(times, share).toFixed(1)} ms`);

const users = ['admin', 'municipality'] as const;

/** Some days in the middle of what is filled. */
const daysAgo = (days: number) => localTime(new Date(Date.now() - days * day));
const queries: Readonly<Record<string, Record<string, string>>> = {
  'first page': {},
  'filter: alarms': { filters: 'ALARM' },
  'filter: battery and offline': { filters: 'BATTERY,OFFLINE' },
  'range of dates': { fromDate: daysAgo(filledDays / 2 + 5), toDate: daysAgo(filledDays / 2), timeZone: 'UTC' },
};

/** `27-11-2026T14:05` */
function localTime(moment: Date): string {
  const text = moment.toISOString();
  return `${text.slice(8, 10)}-${text.slice(5, 7)}-${text.slice(0, 4)}T${text.slice(11, 16)}`;
}

async function open(devices: number, transactions: number, resources: Resources) {
  const site = await createSite('PostgreSQL', resources);
  site.environment.VARDE_CALLS_PER_SECOND = '100000'; // the calls are measured, not the rate limit of a user
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, devices);
    await fillTransactions(db, devices, transactions);
    await db.execute('vacuum analyze'); // as autovacuum does eventually; it would otherwise work during the calls
  });
  const server = await startServer(site);
  const clients = {
    admin: await logIn(server.url, admin),
    municipality: await logIn(server.url, municipalityUser),
  };
  const found = await clients.municipality.get(`${routes.listDevices.path}?search=${serialOf(seenByBoth)}`);
  const [device] = (found as { devices: { deviId: number }[] }).devices;
  if (device === undefined) throw new Error('no device to ask for');
  const close = async () => {
    await server.stop();
    await site.remove();
  };
  return { clients, deviId: device.deviId, close };
}

async function log(client: HttpClient, deviId: number, query: Record<string, string>): Promise<void> {
  const path = routes.listTransactions.path.replace(':deviId', String(deviId));
  const answer = await client.get(`${path}?${new URLSearchParams({ transactionCount: '10', ...query })}`);
  const { transactions } = answer as { transactions: unknown[] };
  if (transactions.length < 10)
    throw new Error(`only ${transactions.length} transactions for ${JSON.stringify(query)}`);
}
