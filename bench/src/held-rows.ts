import { setTimeout as pause } from 'node:timers/promises';
import { encodeUplinks } from '@varde/simulator/load/uplink';
import { Client } from 'pg';
import { admin, fillCustomers, fillDevices, identityOf } from './fill.ts';
import { logIn } from './http-client.ts';
import { type LiveWatch, watchLive } from './live-watch.ts';
import type { Measurement } from './measurement.ts';
import { connectPendants, openSocket, type Pendants, pendants, resetAlarms } from './pendants.ts';
import { createSite } from './site.ts';
import { percentile, percentileCells } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

/** Maximum ratio of the p99 while a row is held to the quiet one. */
const target = 2;
/** The device whose rows are held, which goes on sending. */
const heldDevice = pendants + 1;

const held = {
  'the row of a device': `select from devices where devi_id = ${heldDevice} for update`,
  'the row of its open alarm': `select from alarms where devi_id = ${heldDevice} and state <> 'reset' for update`,
  'the chain of its open alarm': `select from notification_chains where alarm_id =
    (select alarm_id from alarms where devi_id = ${heldDevice} and state <> 'reset') for update`,
  'its customer': `select from customers where cust_id =
    (select cust_id from devices where devi_id = ${heldDevice}) for update`,
  'its assignment': `select from device_assignments where devi_id = ${heldDevice} and ends_at is null for update`,
} as const;

export const heldRows: Measurement = {
  name: 'held',
  title: 'Alarm latency while somebody holds a row',
  async run(resources) {
    const count = resources.quick ? 2 : 60;
    const site = await createSite('PostgreSQL', resources);
    await site.withDatabase(async ({ db }) => {
      await fillCustomers(db);
      await fillDevices(db, 1, heldDevice);
    });
    const server = await startServer(site);
    const operator = await logIn(server.url, admin);
    const screen = await watchLive(server.url, operator);
    const devices = await connectPendants(server.ports.eview);
    const one = await sender(server);
    await one.send();
    await timesOf(5, devices, screen); // warms up
    const quiet = await timesOf(count, devices, screen, one.send);
    const found: [string, number[]][] = [['quiet', quiet]];
    for (const [name, statement] of Object.entries(held)) {
      await pause(1000); // the last signal of the held device is stored
      await resetAlarms(operator);
      await one.send();
      const release = await hold(site.environment.VARDE_DATABASE_URL ?? '', statement);
      found.push([name, await timesOf(count, devices, screen, one.send)]);
      await release();
    }
    one.close();
    screen.close();
    devices.close();
    await server.stop();
    await site.remove();
    const p99 = percentile(quiet, 0.99);
    return {
      text: 'From the last byte of an SOS frame written to a TCP socket to the message on an operator’s live channel. First quiet; then while another connection to PostgreSQL holds one row of a device that goes on sending: the alarms of the other devices. On PostgreSQL alone: the embedded database has one connection.',
      header: ['held', 'alarms', 'p50', 'p95', 'p99'],
      rows: found.map(([name, times]) => [name, String(times.length), ...percentileCells(times)]),
      targets: found.slice(1).map(([name, times]) => {
        const ratio = percentile(times, 0.99) / p99;
        return {
          what: `an alarm while ${name} is held, over a quiet one (p99)`,
          target: `at most ${target} ×`,
          found: `${ratio.toFixed(1)} ×`,
          met: ratio <= target,
        };
      }),
    };
  },
};

/** The device whose rows are held: each call sends one more SOS, without waiting for its answer. */
async function sender({ ports }: VardeServer) {
  const socket = await openSocket(ports.eview);
  const frames = encodeUplinks({
    identity: identityOf(heldDevice),
    count: 1000,
    firstAt: Date.now() - 1_000_000,
    sosEvery: 1,
  });
  let sent = 0;
  return {
    send: async () => {
      const frame = frames[sent++];
      if (frame === undefined) throw new Error('the device has no frames left');
      socket.write(frame.bytes);
      await pause(50);
    },
    close: () => socket.destroy(),
  };
}

async function timesOf(
  count: number,
  devices: Pendants,
  screen: LiveWatch,
  beside: () => Promise<void> = async () => undefined,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    await beside();
    times.push(await devices.press(screen.shown));
    await pause(20 + ((i * 37) % 120));
  }
  return times;
}

/** Locks rows on a connection of its own until the answer is called. */
async function hold(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url, options: '-c varde.reach=all' });
  await client.connect();
  await client.query('begin');
  const { rowCount } = await client.query(statement);
  if (rowCount !== 1) throw new Error(`${rowCount} rows are held: ${statement}`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}
