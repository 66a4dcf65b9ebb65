import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttackOrder, AttackReport } from './attack.ts';
import { admin, fillCustomers, fillDevices, fillUser, type Login, password } from './fill.ts';
import { type HttpClient, logIn } from './http-client.ts';
import { watchLive } from './live-watch.ts';
import type { Measurement } from './measurement.ts';
import { connectPendants, pendants, resetAlarms } from './pendants.ts';
import type { Resources } from './resources.ts';
import { createSite, type Engine, engines } from './site.ts';
import { percentile, percentileCells, whole } from './statistics.ts';
import { startServer } from './varde-server.ts';

/** Maximum ratio of the p99 under attack to that without one. */
const targets: Record<Engine, number> = { PGlite: 4, PostgreSQL: 2 };
const sockets = 2000;
const loops = 50;
const sessions = 20;
const strangerDevices = 500;
const strangerFirm = 900;
/** Time for the attack to reach its full strength. */
const settlingMs = 8000;
/** Maximum duration of a phase of presses, however few there were. */
const phaseMs = 60_000;

const stranger: Login = { username: 'stranger@bench.example', password };
const strangerAdmin: Login = { username: 'toggler@bench.example', password };

interface Times {
  presses: number[];
  /** Times of the operator's two calls to reset an alarm. */
  resets: number[];
  failedResets: number;
}
interface Found {
  quiet: Times;
  attacked: Times;
  report: AttackReport;
}

export const strangers: Measurement = {
  name: 'strangers',
  title: 'Alarm latency during an attack from an account',
  async run(resources) {
    const found = new Map<Engine, Found>();
    for (const engine of engines) found.set(engine, await measure(engine, resources));
    return {
      text: `From the last byte of an SOS frame written to a TCP socket to the message on an operator's live channel. First without other load; then while the owner of a self-registered firm with ${strangerDevices} devices tries to hold ${whole(sockets)} live sockets in ${sessions} sessions, one half of them with two subscriptions, like a console, the other half with 100 to one topic, one socket in 20 sending 10,000 line feeds a second, and makes calls in ${loops} loops without pause: device and user lists, the session, and adding users; a second administrator of that firm toggles a role policy continuously. Refused sockets are retried after a second. The attacker's process has the lowest priority, so that it takes no processor time from the server; the operator resets each alarm with two calls.`,
      header: ['database', '', 'times', 'p50', 'p95', 'p99', 'failed'],
      rows: [...found].flatMap(([engine, { quiet, attacked }]) => [
        [engine, 'alarm, quiet', ...cells(quiet.presses), ''],
        [engine, 'alarm, attacked', ...cells(attacked.presses), ''],
        [engine, 'reset by the operator, quiet', ...cells(quiet.resets), String(quiet.failedResets)],
        [engine, 'reset by the operator, attacked', ...cells(attacked.resets), String(attacked.failedResets)],
      ]),
      targets: [...found].flatMap(([engine, times]) => targetsOf(engine, times)),
    };
  },
};

const cells = (times: readonly number[]) => [String(times.length), ...percentileCells(times)];

function targetsOf(engine: Engine, { quiet, attacked, report }: Found) {
  const ratio = percentile(attacked.presses, 0.99) / percentile(quiet.presses, 0.99);
  const { openSockets, answers, toggles } = report;
  const calls = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return [
    {
      text: `p99 of alarms under attack at most ${targets[engine]} × the quiet one on ${engine}`,
      found: `${ratio.toFixed(1)} ×; the attacker held ${openSockets} sockets, got the answers ${calls.join(', ')} and toggled ${toggles} times`,
      met: ratio <= targets[engine],
    },
    {
      text: `no call of the operator fails on ${engine}`,
      found: `${attacked.failedResets} of ${attacked.resets.length}`,
      met: attacked.failedResets === 0,
    },
  ];
}

async function measure(engine: Engine, resources: Resources): Promise<Found> {
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, pendants + strangerDevices);
    await db.execute(
      `insert into customers (cust_id, path, kind, firm_name) values (${strangerFirm}, array[${strangerFirm}], 'firm', 'Stranger')`,
    );
    await db.execute(`update devices set cust_id = ${strangerFirm} where devi_id > ${pendants}`);
    await fillUser(db, stranger, strangerFirm);
    await fillUser(db, strangerAdmin, strangerFirm);
  });
  const server = await startServer(site);
  const operator = await logIn(server.url, admin);
  const screen = await watchLive(server.url, operator);
  const devices = await connectPendants(server.ports.eview);
  const phase = (count: number) => timesOf(count, () => devices.press(screen.shown), operator);
  const count = resources.quick ? 10 : 200;
  await phase(10); // warms up
  const quiet = await phase(count);
  const attack = await startAttack(server.url);
  await pause(settlingMs);
  const attacked = await phase(count);
  const report = await attack.end();
  screen.close();
  devices.close();
  await server.stop();
  await site.remove();
  return { quiet, attacked, report };
}

/** Presses at irregular intervals, so that periodic work cannot hide. */
async function timesOf(count: number, press: () => Promise<number>, operator: HttpClient): Promise<Times> {
  const times: Times = { presses: [], resets: [], failedResets: 0 };
  const start = performance.now();
  for (let i = 0; i < count && performance.now() - start < phaseMs; i++) {
    times.presses.push(await press());
    const before = performance.now();
    await resetAlarms(operator).catch(() => {
      times.failedResets += 1;
    });
    times.resets.push(performance.now() - before);
    await pause(20 + ((i * 37) % 120));
  }
  return times;
}

async function startAttack(url: string): Promise<{ end(): Promise<AttackReport> }> {
  const cookies: string[] = [];
  for (let i = 0; i < sessions; i++) cookies.push((await logIn(url, stranger)).cookie);
  const order: AttackOrder = {
    url,
    cookies,
    adminCookie: (await logIn(url, strangerAdmin)).cookie,
    custId: strangerFirm,
    sockets,
    loops,
  };
  const child = fork(new URL('./attack.ts', import.meta.url));
  child.send(order);
  return {
    end: async () => {
      const answer = once(child, 'message');
      child.send('end');
      const [report] = await answer;
      return report as AttackReport;
    },
  };
}
