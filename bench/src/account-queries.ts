import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Route } from '@varde/contract/first-routes';
import { importColumns, maxImportRows } from '@varde/contract/import-columns';
import { routes } from '@varde/contract/routes';
import { contextHeader } from '@varde/contract/transport';
import { noActor, recordAllAudit } from '@varde/server/domain/audit/audit';
import type { OpenDatabase } from '@varde/server/platform/database/database';
import { strangerFirm } from './account-attack.ts';
import { fillUser, type Login, makeMonths, password, serialOf } from './fill.ts';
import { type HttpClient, logIn } from './http-client.ts';
import { pendants } from './pendants.ts';
import type { LoopOrder, LoopReport } from './request-loops.ts';
import type { Attack } from './stranger-attack.ts';

const settlingMs = 3000;
/** Connections of each account: more than it has turns. */
const connectionsEach = 10;
const rowsOfLog = 60_000;
const entries = 5_000;
const stockNumber = strangerFirm + 1;
/** One for each query, with a share that nothing has used, and three of one firm. */
const accounts: readonly Login[] = Array.from({ length: 9 }, (_, n) => ({
  username: `stranger${n}@bench.example`,
  password,
}));
const firstDevice = pendants + 1;

/** What the queries ask about. */
interface About {
  deviId: number;
  assignmentId: number;
}
type Query = () => { route: Route; search?: Record<string, string>; body?: unknown };

/** A device of the firm with a long log, and its wearer: found when the database was filled. */
let about: About = { deviId: 0, assignmentId: 0 };
const pathOf = (path: string) =>
  path.replace(':deviId', String(about.deviId)).replace(':assignmentId', String(about.assignmentId));

/** A long log of one device, entries in the audit log, units in stock, and two more accounts. */
async function fill({ db }: OpenDatabase): Promise<void> {
  for (const account of accounts) await fillUser(db, account, strangerFirm);
  await makeMonths(db);
  await db.execute(`
    insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, assignment_id, mety_id, tran_source,
      device_time, pos_type, pos_lati, pos_long, pos_time, battery, word)
    select nextval('tran_seq'), at, d.devi_id, d.deha_id, d.cust_id, a.assignment_id, 5, 3, at, 0, 62.47, 6.15, at, 80, 'data'
    from generate_series(1, ${rowsOfLog}) i
    join devices d on d.device_serial_number = '${serialOf(firstDevice)}'
    join device_assignments a on a.devi_id = d.devi_id and a.cust_id = ${strangerFirm},
    lateral (select now() - i * interval '30 seconds' as at) moment`);
  const { rows } = (await db.execute(`select devi_id as "deviId", assignment_id as "assignmentId"
    from devices join device_assignments using (devi_id)
    where device_serial_number = '${serialOf(firstDevice)}' and device_assignments.cust_id = ${strangerFirm}`)) as {
    rows: About[];
  };
  about = rows[0] ?? about;
  const look = { action: 'audit.read' as const, at: new Date(), custId: strangerFirm, by: noActor };
  for (let n = 0; n < entries; n += 500) await recordAllAudit(db, Array(500).fill(look));
  await db.execute(
    `insert into customers (cust_id, parent_id, path, kind, firm_name)
     values (${stockNumber}, ${strangerFirm}, array[${strangerFirm}, ${stockNumber}], 'stock', 'Lager')`,
  );
  await db.execute(`update devices set cust_id = ${stockNumber}
    where device_serial_number between '${serialOf(firstDevice + 1)}' and '${serialOf(firstDevice + maxImportRows)}'`);
  await db.execute('vacuum analyze'); // as Varde and autovacuum do eventually
}

const searchOfLog: Query = () => ({ route: routes.listTransactions, search: { search: 'zz' } });
const searchOfList: Query = () => ({
  route: routes.listDevices,
  search: { search: 'e', status: 'clear', limit: '500' },
});

const queries: Readonly<Record<string, Query>> = {
  'search of a log': searchOfLog,
  '200 positions of the log of the map': () => ({
    route: routes.listAllTransactions,
    search: { transactionCount: '200' },
  }),
  'export of personal data': () => ({ route: routes.exportWearerData }),
  'search of the audit log': () => ({ route: routes.listAudit, search: { user: 'zz', limit: '200' } }),
  'list with a search and filters': searchOfList,
  'dry run of an import': () => ({
    route: routes.importDevices,
    body: {
      dryRun: true,
      rows: Array.from({ length: maxImportRows }, (_, n) => ({
        line: n + 1,
        ...Object.fromEntries(importColumns.map((column) => [column, ''])),
        serial: serialOf(firstDevice + 1 + n),
        name: `Ny ${n}`,
        customer: 'Stranger',
      })),
    },
  }),
};

/** Accounts of a firm that repeat a query whose cost they choose. */
export const queryAttacks: readonly Attack[] = [
  ...Object.entries(queries).map(([name, query], at) =>
    attackOf(name, query, accounts.slice(at, at + 1), at === 0 ? fill : undefined),
  ),
  attackOf('three accounts of one firm', searchOfLog, accounts.slice(6)),
];

function attackOf(name: string, query: Query, logins: readonly Login[], prepare?: Attack['prepare']): Attack {
  return {
    name,
    text: `${logins.length === 1 ? 'an account repeats' : 'accounts of one firm repeat'} a query on ${connectionsEach} connections each without pause`,
    settlingMs,
    ...(prepare && { prepare }),
    start: async ({ url }) => {
      const clients: HttpClient[] = [];
      for (const account of logins) clients.push(await logIn(url, account));
      const { route, search = {}, body } = query();
      const child = fork(new URL('./request-loops.ts', import.meta.url));
      child.send({
        port: Number(new URL(url).port),
        method: route.method,
        path: `${pathOf(route.path)}?${new URLSearchParams(search)}`,
        headers: { [contextHeader]: 'PROFFWEB', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        cookies: clients.map(({ cookie }) => cookie),
        bodies: [body === undefined ? '' : JSON.stringify(body)],
        connections: logins.length * connectionsEach,
      } satisfies LoopOrder);
      return {
        end: async () => {
          const report = once(child, 'message');
          child.send('end');
          const [answers] = (await report) as [LoopReport];
          const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
          return `the answers were ${counts.join(', ') || 'none'}`;
        },
      };
    },
  };
}
