import type { OpenDatabase } from '@varde/server/platform/database/database';
import { Load } from '@varde/simulator/load/load';
import { Client } from 'pg';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, identitiesOf, makeMonths } from './fill.ts';
import type { Measurement } from './measurement.ts';
import type { Resources } from './resources.ts';
import { createSite, type Site } from './site.ts';
import { whole } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const connections = 100;
/** Rows in one statement of the floor. */
const rowsPerInsert = 500;
const pgliteTarget = 3000;
const postgresShare = 0.5;

export const uplinks: Measurement = {
  name: 'uplinks',
  title: 'Durable uplinks',
  async run(resources) {
    const each = resources.quick ? 10 : 600;
    const found = new Map<Engine, Found>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, each, resources));
    return {
      text: `${connections} EV-07B connections send ${whole(connections * each)} positions to \`varde serve\`, each with up to 32 in flight; an uplink counts when its acknowledgement arrives. The floor inserts the resulting rows, with the same columns and raw bytes, into an empty database of the same kind: one client, ${rowsPerInsert} rows an INSERT, one commit for each INSERT; once with each uplink's transaction and retry key, and once with the transactions alone. Varde also stores the state of each device, which the floors do not.`,
      header: ['database', 'Varde', 'floor', 'of it', 'transactions alone', 'of it', "server's processor time"],
      rows: [...found].map(([engine, { perSecond, floor, bareFloor, cpuMicroseconds }]) => [
        engine,
        `${whole(perSecond)} /s`,
        `${whole(floor)} /s`,
        percent(perSecond / floor),
        `${whole(bareFloor)} /s`,
        percent(perSecond / bareFloor),
        `${whole(cpuMicroseconds)} µs an uplink`,
      ]),
      targets: [...found].map(([engine, { perSecond, floor }]) =>
        engine === 'PGlite'
          ? {
              what: 'uplinks stored in a second on PGlite',
              target: `at least ${whole(pgliteTarget)}`,
              found: whole(perSecond),
              met: perSecond >= pgliteTarget,
            }
          : {
              what: 'uplinks stored on PostgreSQL, of what a plain insert stores',
              target: `at least ${percent(postgresShare)}`,
              found: percent(perSecond / floor),
              met: perSecond >= postgresShare * floor,
            },
      ),
    };
  },
};

const percent = (share: number): string => `${whole(100 * share)} %`;

interface Found {
  perSecond: number;
  /** Rows of both tables of an uplink, per second. */
  floor: number;
  /** Rows of its transaction only. */
  bareFloor: number;
  cpuMicroseconds: number;
}

async function measure(engine: Engine, each: number, resources: Resources): Promise<Found> {
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await makeMonths(db);
    await fillCustomers(db);
    await fillDevices(db, 1, connections);
  });
  const server = await startServer(site);
  const hourAgo = Date.now() - 3_600_000;
  await push(server, Math.ceil(each / 5), hourAgo - 3_600_000); // warms up
  const before = await server.probe();
  const seconds = await push(server, each, hourAgo);
  const { cpuSeconds } = await server.probe();
  await server.stop();
  const total = connections * each;
  const rows = await site.withDatabase((database) => readRows(database, hourAgo));
  for (const [table, { length }] of Object.entries(rows))
    if (length !== total) throw new Error(`${length} rows in ${table} for ${total} uplinks`);
  await site.remove();
  return {
    perSecond: total / seconds,
    floor: total / (await insertPlainly(rows, engine, resources)),
    bareFloor: total / (await insertPlainly({ ...rows, retry_keys: [] }, engine, resources)),
    cpuMicroseconds: (1e6 * (cpuSeconds - before.cpuSeconds)) / total,
  };
}

/** Seconds until the last of these uplinks of each device is acknowledged. */
async function push(server: VardeServer, uplinksEach: number, firstAt: number): Promise<number> {
  const identities = identitiesOf(1, connections);
  const endpoint = { host: '127.0.0.1', port: server.ports.eview };
  const load = new Load({ ...endpoint, identities, uplinksEach, firstAt, ratePerSecond: null });
  await load.connect();
  const start = performance.now();
  load.start();
  await load.finished;
  const seconds = (performance.now() - start) / 1000;
  const { acknowledged } = load.counts;
  load.close();
  if (acknowledged !== connections * uplinksEach) throw new Error(`${acknowledged} were acknowledged`);
  return seconds;
}

type Row = Record<string, unknown>;

/** The rows that each uplink creates, by table. */
type Rows = Record<'transactions' | 'retry_keys', Row[]>;

export async function readRows({ db }: OpenDatabase, from: number): Promise<Rows> {
  const since = new Date(Math.floor(from / 1000) * 1000).toISOString();
  const read = async (text: string) => ((await db.execute(text)) as { rows: Row[] }).rows;
  const transactions = await read(
    `select * from transactions where direction = 'I' and device_time >= '${since}' order by tran_id`,
  );
  const first = `(select min(rec_ts) from transactions where direction = 'I' and device_time >= '${since}')`;
  // The server's own test device (decision 0037) may send its test alarm meanwhile.
  const ofOthers = 'devi_id not in (select devi_id from devices where cust_id = 0)';
  return {
    transactions,
    retry_keys: await read(`select * from retry_keys where rec_ts >= ${first} and ${ofOthers} order by rec_ts`),
  };
}

/** Seconds for the floor. */
export async function insertPlainly(rows: Rows, engine: Engine, resources: Resources): Promise<number> {
  const site = await createSite(engine, resources);
  try {
    return await site.withDatabase(async ({ db, pglite }) => {
      await makeMonths(db);
      if (pglite !== null) return insertAll(rows, (text, values) => pglite.query(text, values));
      // Row-level security applies as it does to Varde, with the reach of Varde's processing.
      const client = new Client({ connectionString: databaseUrlOf(site), options: '-c varde.reach=all' });
      await client.connect();
      const seconds = await insertAll(rows, (text, values) => client.query(text, values));
      await client.end();
      return seconds;
    });
  } finally {
    await site.remove();
  }
}

const databaseUrlOf = ({ environment }: Site): string => environment.VARDE_DATABASE_URL ?? '';

async function insertAll(
  { transactions, retry_keys }: Rows,
  query: (text: string, values: unknown[]) => Promise<unknown>,
): Promise<number> {
  const keyInserts = insertsOf('retry_keys', retry_keys);
  const statements = insertsOf('transactions', transactions).flatMap((insert, i) => [insert, keyInserts[i]]);
  const start = performance.now();
  for (const statement of statements) if (statement) await query(statement.text, statement.values);
  return (performance.now() - start) / 1000;
}

function insertsOf(table: string, rows: readonly Row[]): { text: string; values: unknown[] }[] {
  const columns = Object.keys(rows[0] ?? {});
  const tuple = (at: number) => `(${columns.map((_, column) => `$${at * columns.length + column + 1}`).join(',')})`;
  return Array.from({ length: Math.ceil(rows.length / rowsPerInsert) }, (_, i) => {
    const some = rows.slice(i * rowsPerInsert, (i + 1) * rowsPerInsert);
    return {
      text: `insert into ${table} (${columns.join(',')}) values ${some.map((_row, at) => tuple(at)).join(',')}`,
      values: some.flatMap((row) => columns.map((column) => row[column])),
    };
  });
}
