import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the measured server before anything else: reports the resources of the process to its parent. */
export interface ProbeReport {
  /** Resident set size in bytes, after a full garbage collection. */
  rss: number;
  heapUsed: number;
  external: number;
  /** Processor time so far, user and system, in seconds; without that of probing. */
  cpuSeconds: number;
}

let probing = 0;
let delays: IntervalHistogram | null = null;

process.on('message', (question) => {
  if (question === 'longestHold') process.send?.(longestHold());
  else process.send?.(report());
});

/** Milliseconds since the last request; the first request starts the measurement. */
function longestHold(): number {
  const milliseconds = (delays?.max ?? 0) / 1e6;
  if (delays === null) {
    delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
  } else delays.reset();
  return milliseconds;
}

function report(): ProbeReport {
  const before = cpuSeconds();
  // The last-resort collection returns free pages, so that the resident size is the used memory.
  for (let round = 0; round < 3; round++) globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  const found = { rss, heapUsed, external, cpuSeconds: before - probing };
  probing += cpuSeconds() - before;
  return found;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
