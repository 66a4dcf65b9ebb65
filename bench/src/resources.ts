import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root, run } from '../../scripts/run.ts';
import { type Postgres, startPostgres } from '../../scripts/services.ts';
import type { Engine } from './engines.ts';

/** Resources shared by measurements, created on first use. */
export interface Resources {
  /** Fewer rounds: checks the benchmark, not the speed of Varde. */
  quick: boolean;
  /** What the sections that compare databases measure. */
  engines: readonly Engine[];
  /** The environment variables of a migrated site that others are copies of, by its database. */
  templates: Map<Engine, Promise<Record<string, string>>>;
  /** For the data of measurements; removed with its content on `close`, also after a failure. */
  folder: string;
  /** URL of a user that may create databases on a PostgreSQL with production settings: commits are durable, unless quick. */
  postgres(): Promise<string>;
  /** Builds the console; when quick, unless there is one. */
  console(): Promise<void>;
  /** After the start of a server, until every job has had its first run. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

const restMs = 5000;

export function createResources({ quick, engines }: Pick<Resources, 'quick' | 'engines'>): Resources {
  const folder = mkdtempSync(join(tmpdir(), 'varde-bench-'));
  let postgres: Promise<Postgres> | null = null;
  let built: Promise<void> | null = null;
  return {
    quick,
    engines,
    templates: new Map(),
    folder,
    postgres: async () => {
      postgres ??= startPostgres({ durable: !quick });
      return (await postgres).url;
    },
    console: () => {
      built ??= quick && existsSync(join(root, 'apps/console/dist/index.html')) ? Promise.resolve() : buildConsole();
      return built;
    },
    rest: () => pause(quick ? 0 : restMs),
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
