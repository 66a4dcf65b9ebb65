/** Loaded into the measured server before anything else: answers its parent with what the process uses. */
export interface ProbeReport {
  /** Resident set size in bytes, after a full garbage collection. */
  rss: number;
  heapUsed: number;
  external: number;
  /** Processor time so far, user and system, in seconds; without what probing took. */
  cpuSeconds: number;
}

let probing = 0;

process.on('message', () => {
  const before = cpuSeconds();
  // The last resort gives free pages back, so that the resident size is what is used.
  for (let round = 0; round < 3; round++) globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external, cpuSeconds: before - probing } satisfies ProbeReport);
  probing += cpuSeconds() - before;
});

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
