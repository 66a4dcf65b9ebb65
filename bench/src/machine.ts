import { spawnSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { ensurePostgresBinaries } from '../../scripts/services.ts';

/** Description of the measuring machine. */
export function describeMachine(): { processors: string; others: string } {
  const processors = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const database = versionOf(join(ensurePostgresBinaries(), 'postgres'));
  return {
    processors: `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'})`,
    others: `${gigabytes} GiB of memory, Node ${process.versions.node}, ${database}`,
  };
}

/** The machine's load average of the last minute, in processes; includes the benchmark's own. */
export const busyness = (): string => (loadavg()[0] ?? 0).toFixed(1);

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stdout.replace(/^postgres \(PostgreSQL\) ([\d.]+).*/s, 'PostgreSQL $1');
}
