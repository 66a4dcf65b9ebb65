import { parseArgs } from 'node:util';
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

/**
 * `npm run bench`: measures Varde on this machine, prints the figures with their targets, and writes the tables to
 * bench/results and the targets to docs/performance.md. `-- --only uplinks,list` measures some; `-- --quick` checks the
 * benchmark itself, writes nothing and holds no figure against its target; `-- --engine PGlite` leaves out
 * the other database where a section measures both. A section that fails does not end the others.
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

const resources = createResources({ quick: values.quick, engines: chosen });
let missed = 0;
const failed: string[] = [];
try {
  const machine = describeMachine();
  console.log(`${machine.processors}, ${machine.others}`);
  for (const { name, title, run } of measurements.filter((each) => names.includes(each.name))) {
    const busy = busyness();
    const start = performance.now();
    const section = await run(resources).catch((error: unknown) => {
      console.error(`\n${title} failed`, error);
      return null;
    });
    if (section === null) {
      failed.push(name);
      continue;
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`\n${title} (${seconds} s)\n${printed(section)}`);
    missed += section.targets.filter(({ met }) => !met).length;
    if (values.quick) continue;
    const day = new Date().toISOString().slice(0, 10);
    const others = `${machine.others}, load ${busy} before and ${busyness()} after`;
    writeSection(name, title, section, { day, processors: machine.processors, others });
  }
} finally {
  await resources.close();
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 || (missed > 0 && !values.quick) ? 1 : 0;
