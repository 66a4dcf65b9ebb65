import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../scripts/run.ts';
import { type Postgres, startPostgres } from '../../scripts/services.ts';

/** What measurements share, made when the first one asks for it. */
export interface Resources {
  /** Fewer rounds: shows that the benchmark works, not how fast Varde is. */
  quick: boolean;
  /** For whatever is measured; gone with everything in it on `close`, also when a measurement failed. */
  folder: string;
  /** Administrator's URL of a PostgreSQL with the settings of production: what is committed is on the disk. */
  postgres(): Promise<string>;
  /** Builds the console. */
  console(): Promise<void>;
  close(): Promise<void>;
}

export function createResources(quick: boolean): Resources {
  const folder = mkdtempSync(join(tmpdir(), 'varde-bench-'));
  let postgres: Promise<Postgres> | null = null;
  let built: Promise<void> | null = null;
  return {
    quick,
    folder,
    postgres: async () => {
      postgres ??= startPostgres({ durable: true });
      return (await postgres).url;
    },
    console: () => {
      built ??= buildConsole();
      return built;
    },
    close: async () => {
      if (postgres !== null) await (await postgres).stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function buildConsole(): Promise<void> {
  const { code, output } = await run('npm', ['run', 'build', '--prefix', root]);
  if (code !== 0) throw new Error(`the console could not be built:\n${output}`);
}
