import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BenchReport } from '../../scripts/test-reports.ts';
import { alarmLatency } from './alarm-latency.ts';
import { chains } from './chains.ts';
import { connectionMemory } from './connection-memory.ts';
import { consoleWeight } from './console-weight.ts';
import { crowd } from './crowd.ts';
import { deviceList } from './device-list.ts';
import { engines } from './engines.ts';
import { fairness } from './fairness.ts';
import { fleetMap } from './fleet-map.ts';
import { flushes } from './flushes.ts';
import { frameCost } from './frame-cost.ts';
import { frameHold } from './frame-hold.ts';
import { handOver } from './hand-over.ts';
import { heldRows } from './held-rows.ts';
import { listExport } from './list-export.ts';
import { busyness, describeMachine } from './machine.ts';
import type { Measurement } from './measurement.ts';
import { mqttUnits } from './mqtt.ts';
import { printed, writeSection } from './report.ts';
import { createResources } from './resources.ts';
import { storm } from './storm.ts';
import { strangers } from './strangers.ts';
import { transactionLog } from './transaction-log.ts';
import { uplinks } from './uplinks.ts';
import { killServers } from './varde-server.ts';

/**
 * `npm run bench`: measures Varde on this machine, prints the figures with their targets, and writes the tables to
 * bench/results and the targets to docs/performance.md. `-- --only uplinks,list` measures some; `-- --quick` checks the
 * benchmark itself, writes nothing and holds no figure against its target; `-- --engine PGlite` leaves out
 * the other database where a section measures both. A section that fails, or does not end, does not end the others.
 * `-- --report FILE` writes which did.
 */
const measurements: readonly Measurement[] = [
  uplinks,
  flushes,
  alarmLatency,
  handOver,
  fairness,
  crowd,
  chains,
  strangers,
  heldRows,
  storm,
  connectionMemory,
  mqttUnits,
  deviceList,
  listExport,
  transactionLog,
  consoleWeight,
  fleetMap,
  frameCost,
  frameHold,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    engine: { type: 'string' },
    report: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? measurements.map(({ name }) => name);
const unknown = names.filter((name) => !measurements.some((measurement) => measurement.name === name));
if (unknown.length > 0) {
  console.error(`no measurement ${unknown.join(', ')}; there are ${measurements.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

const chosen = engines.filter((engine) => (values.engine ?? engine) === engine);
if (chosen.length === 0) {
  console.error(`no database ${values.engine}; there are ${engines.join(', ')}`);
  process.exit(1);
}

/** Longer than any section takes on a busy machine. */
const longestMs = values.quick ? 300_000 : 3_600_000;

const resources = createResources({ quick: values.quick, engines: chosen });
let missed = 0;
const report: BenchReport = { passed: [], failed: [] };

async function measure({ name, title, run }: Measurement, machine: ReturnType<typeof describeMachine>): Promise<void> {
  const busy = busyness();
  const start = performance.now();
  const section = await withDeadline(run(resources), longestMs);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`\n${title} (${seconds} s)\n${printed(section)}`);
  missed += section.targets.filter(({ met }) => !met).length;
  if (values.quick) return;
  const day = new Date().toISOString().slice(0, 10);
  const others = `${machine.others}, load ${busy} before and ${busyness()} after`;
  writeSection(name, title, section, { day, processors: machine.processors, others });
}

async function withDeadline<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const over = new AbortController();
  const late = pause(ms, null, { signal: over.signal }).then(() => {
    throw new Error(`it did not end within ${ms / 1000} s`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}

try {
  const machine = describeMachine();
  console.log(`${machine.processors}, ${machine.others}`);
  for (const measurement of measurements.filter(({ name }) => names.includes(name))) {
    try {
      await measure(measurement, machine);
      report.passed.push(measurement.name);
    } catch (error) {
      console.error(`\n${measurement.title} failed`, error);
      report.failed.push({ name: measurement.name, why: String(error) });
    } finally {
      killServers();
    }
  }
} finally {
  await resources.close();
}
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(report));
if (report.failed.length > 0) console.error(`\nFailed: ${report.failed.map(({ name }) => name).join(', ')}`);
// A section that has failed may have left connections, timers and a browser.
process.exit(report.failed.length > 0 || (missed > 0 && !values.quick) ? 1 : 0);
