import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../scripts/run.ts';
import { type Postgres, startPostgres } from '../../scripts/services.ts';
import type { Engine } from './engines.ts';

/** Resources shared by measurements, created on first use. */
export interface Resources {
  /** Fewer rounds: checks the benchmark, not the speed of Varde. */
  quick: boolean;
  /** What the sections that compare databases measure. */
  engines: readonly Engine[];
  /** For the data of measurements; removed with its content on `close`, also after a failure. */
  folder: string;
  /** URL of a user that may create databases on a PostgreSQL with production settings: commits are durable. */
  postgres(): Promise<string>;
  /** Builds the console. */
  console(): Promise<void>;
  close(): Promise<void>;
}

export function createResources({ quick, engines }: Pick<Resources, 'quick' | 'engines'>): Resources {
  const folder = mkdtempSync(join(tmpdir(), 'varde-bench-'));
  let postgres: Promise<Postgres> | null = null;
  let built: Promise<void> | null = null;
  return {
    quick,
    engines,
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
