import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { protocols } from '@varde/catalogue/protocols';
import { buildFrame } from '@varde/protocols/eview/index';
import { worstIdentity } from '@varde/protocols/testing/worst-frame';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, identityOf } from './fill.ts';
import type { FloodKind, FloodOrder } from './flood-process.ts';
import type { Measurement, Target } from './measurement.ts';
import { openSocket } from './pendants.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { percentile, percentileCells } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

/** Maximum delay of other alarms caused by the frames of one connection. */
const targetMs = 20;

/** The frames sent while the pendant presses, on one connection of each named port. */
const attacks = new Map<string, readonly FloodKind[]>([
  ['nothing', []],
  ...protocols.map(({ key }) => [`a stranger, ${key}`, [key]] as const),
  ['a registered device', ['registered']],
  ['all of these', [...protocols.map(({ key }) => key), 'registered']],
]);
/** The target applies to one connection. */
const promised = [...attacks].flatMap(([name, kinds]) => (kinds.length === 1 ? [name] : []));

interface Found {
  acknowledged: number[];
  /** The longest block of the event loop. */
  longestHoldMs: number;
  frames: number;
}

export const frameHold: Measurement = {
  name: 'hold',
  title: 'Alarm latency during the worst frames',
  async run(resources) {
    const found = new Map<Engine, Map<string, Found>>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, resources));
    return {
      text: 'From an SOS frame written to a TCP socket to its acknowledgement, which confirms that the alarm is stored, one press after the other; meanwhile one connection of a separate process sends the frames of [frames](frames.md) as fast as they are read: unregistered on one of the three ports, or as a registered device whose frames are stored; finally all four at once. The longest hold is the longest block of the event loop of the server, measured by its own timer.',
      header: ['database', 'beside it', 'worst frames', 'p50', 'p95', 'p99', 'longest hold'],
      rows: [...found].flatMap(([engine, byAttack]) =>
        [...byAttack].map(([attack, { acknowledged, longestHoldMs, frames }]) => [
          engine,
          attack,
          String(frames),
          ...percentileCells(acknowledged),
          `${longestHoldMs.toFixed(1)} ms`,
        ]),
      ),
      targets: [...found].map(([engine, byAttack]) => targetOf(engine, byAttack)),
    };
  },
};

function targetOf(engine: Engine, byAttack: ReadonlyMap<string, Found>): Target {
  const p95 = (attack: string) => percentile(byAttack.get(attack)?.acknowledged ?? [], 0.95);
  const worst = promised.toSorted((a, b) => p95(b) - p95(a))[0] ?? 'nothing';
  const later = p95(worst) - p95('nothing');
  return {
    what: `delay of an alarm by the worst frames of one connection on ${engine} (p95)`,
    target: `at most ${targetMs} ms`,
    found: `${later.toFixed(1)} ms (${worst})`,
    met: later <= targetMs,
  };
}

async function measure(engine: Engine, resources: Resources): Promise<Map<string, Found>> {
  const presses = resources.quick ? 3 : 200;
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, 2);
    await db.execute(`update device_identities set identity = '${worstIdentity}' where identity = '${identityOf(2)}'`);
  });
  const server = await startServer(site);
  const pendant = await openSocket(server.ports.eview);
  let sequence = 0;
  const press = async () => {
    sequence += 1;
    const acknowledged = once(pendant, 'data');
    const start = performance.now();
    pendant.write(sosFrame(sequence));
    await acknowledged;
    return performance.now() - start;
  };
  const found = new Map<string, Found>();
  await timesOf(10, press); // warms up
  for (const [attack, kinds] of attacks) {
    await server.longestHold(); // restarts the measurement
    const flood = startFlood(server, kinds);
    const acknowledged = await timesOf(presses, press);
    const longestHoldMs = await server.longestHold();
    found.set(attack, { acknowledged, longestHoldMs, frames: await flood.end() });
    if (!resources.quick) await pause(500);
  }
  pendant.destroy();
  await server.stop();
  await site.remove();
  return found;
}

/** Presses at irregular intervals, so that periodic work cannot hide. */
async function timesOf(count: number, press: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    times.push(await press());
    await pause(5 + ((i * 37) % 30));
  }
  return times;
}

function sosFrame(sequence: number): Uint8Array {
  const items = [
    { type: 'deviceId' as const, id: identityOf(1) },
    { type: 'alarm' as const, bits: 0x1000, time: Math.floor(Date.now() / 1000) },
  ];
  return buildFrame({ command: 'data', items }, sequence, true);
}

function startFlood(server: VardeServer, kinds: readonly FloodKind[]): { end(): Promise<number> } {
  const portOf = {
    ...server.ports,
    registered: server.ports.eview,
  } satisfies Record<FloodKind, number>;
  const ports: FloodOrder['ports'] = Object.fromEntries(kinds.map((kind) => [kind, portOf[kind]]));
  const child = fork(new URL('./flood-process.ts', import.meta.url));
  child.send({ ports } satisfies FloodOrder);
  return {
    end: async () => {
      const answer = once(child, 'message');
      child.send('end');
      const [frames] = await answer;
      return Number(frames);
    },
  };
}
