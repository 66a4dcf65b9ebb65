import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { Load } from '@varde/simulator/load/load';
import { watchAlarms } from './alarm-watch.ts';
import { launchBrowser } from './browser.ts';
import type { EchoPorts } from './echo-server.ts';
import type { Engine } from './engines.ts';
import { admin, fillCustomers, fillDevices, identitiesOf } from './fill.ts';
import { logIn } from './http-client.ts';
import type { Measurement } from './measurement.ts';
import { connectPendants, milliseconds, openSocket, pendants, resetAlarms } from './pendants.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { percentile, percentileCells } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const loadConnections = 250;
const loadPerSecond = 500;
const leastOfLoad = 0.95;
const targetMs = 250;
/** The first second of the load is not measured. */
const settlingMs = 1000;

interface Rounds {
  idle: number;
  loaded: number;
}
type Times = Record<'idle' | 'loaded', Record<'varde' | 'echo', number[]>>;

export const alarmLatency: Measurement = {
  name: 'latency',
  title: 'Alarm latency from the pendant to the screen',
  async run(resources) {
    await resources.console();
    const rounds = resources.quick ? { idle: 3, loaded: 3 } : { idle: 60, loaded: 120 };
    const browser = await launchBrowser();
    const found = new Map<Engine, Times>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, rounds, browser, resources));
    await browser.close();
    const row = (engine: string, when: keyof Times, times: Times, of: 'varde' | 'echo') => [
      engine,
      when === 'idle' ? 'idle' : `${loadPerSecond} uplinks/s`,
      of === 'varde' ? 'Varde' : 'echo',
      String(times[when][of].length),
      ...percentileCells(times[when][of]),
    ];
    return {
      text: `From the last byte of an SOS frame written to a TCP socket to the alarm's row in the DOM of Chromium, which shows the device list; both times by the machine's clock. ${loadConnections} other devices of the same list send the load. Each alarm is reset after it was shown. The echo is the same path without Varde: TCP in, WebSocket out, into the DOM; it is measured under the same load on Varde.`,
      header: ['database', 'load', '', 'alarms', 'p50', 'p95', 'p99'],
      rows: [...found].flatMap(([engine, times]) =>
        (['idle', 'loaded'] as const).flatMap((when) => [
          row(engine, when, times, 'varde'),
          row(engine, when, times, 'echo'),
        ]),
      ),
      targets: [...found].map(([engine, { loaded }]) => {
        const p99 = percentile(loaded.varde, 0.99);
        return {
          what: `an alarm from the pendant to the screen under load on ${engine} (p99)`,
          target: `under ${targetMs} ms`,
          found: `${p99.toFixed(0)} ms`,
          met: p99 < targetMs,
        };
      }),
    };
  },
};

async function measure(engine: Engine, rounds: Rounds, browser: Browser, resources: Resources): Promise<Times> {
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, pendants + loadConnections);
  });
  const server = await startServer(site);
  const client = await logIn(server.url, admin);
  const screen = await watchAlarms(browser, server.url, client);
  const devices = await connectPendants(server.ports.eview);
  const echo = await startEcho(browser);
  const varde = (count: number) =>
    timesOf(count, async () => {
      const time = await devices.press(screen.shown);
      await resetAlarms(client);
      return time;
    });
  const times: Times = { idle: { varde: [], echo: [] }, loaded: { varde: [], echo: [] } };
  await varde(resources.quick ? 1 : 5); // warms up
  await timesOf(resources.quick ? 1 : 5, echo.send);
  times.idle = { varde: await varde(rounds.idle), echo: await timesOf(rounds.idle, echo.send) };
  const load = await startLoad(server, rounds.loaded);
  times.loaded = { varde: await varde(rounds.loaded), echo: await timesOf(rounds.loaded, echo.send) };
  load.end(resources.quick ? 0 : leastOfLoad);
  await echo.close();
  await screen.close();
  devices.close();
  await server.stop();
  await site.remove();
  return times;
}

/** Presses at irregular intervals, so that periodic work cannot hide. */
async function timesOf(count: number, press: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    times.push(await press());
    await pause(20 + ((i * 37) % 120));
  }
  return times;
}

async function startEcho(browser: Browser) {
  const child = fork(new URL('./echo-server.ts', import.meta.url));
  const [ports] = (await once(child, 'message')) as [EchoPorts];
  const screen = await watchAlarms(browser, `http://127.0.0.1:${ports.http}`, null);
  const socket = await openSocket(ports.tcp);
  let sent = 0;
  return {
    send: () => {
      const name = `echo ${sent++}.`;
      return milliseconds(socket, name, screen.shown(name));
    },
    close: async () => {
      socket.destroy();
      await screen.close();
      child.kill();
    },
  };
}

interface RunningLoad {
  /** Ends the load. Throws when less than this part of the stated one was acknowledged. */
  end(least: number): void;
}

async function startLoad(server: VardeServer, presses: number): Promise<RunningLoad> {
  const secondsAtMost = (20 + presses) * 1.5;
  const load = new Load({
    host: '127.0.0.1',
    port: server.ports.eview,
    identities: identitiesOf(1 + pendants, loadConnections),
    uplinksEach: Math.ceil((secondsAtMost * loadPerSecond) / loadConnections),
    ratePerSecond: loadPerSecond,
  });
  await load.connect();
  load.start();
  await pause(settlingMs);
  const start = performance.now();
  const before = load.counts.acknowledged;
  return {
    end: (least) => {
      const { acknowledged, lost } = load.counts;
      const perSecond = (1000 * (acknowledged - before)) / (performance.now() - start);
      load.close();
      if (lost > 0 || perSecond < least * loadPerSecond)
        throw new Error(`the load was ${perSecond.toFixed(0)} /s, and ${lost} connections were lost`);
    },
  };
}
