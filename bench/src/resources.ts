import { root, run } from '../../scripts/run.ts';
import { type Postgres, startPostgres } from '../../scripts/services.ts';

/** What measurements share, made when the first one asks for it. */
export interface Resources {
  /** Fewer rounds: shows that the benchmark works, not how fast Varde is. */
  quick: boolean;
  /** Administrator's URL of a PostgreSQL with the settings of production: what is committed is on the disk. */
  postgres(): Promise<string>;
  /** Builds the console. */
  console(): Promise<void>;
  close(): Promise<void>;
}

export function createResources(quick: boolean): Resources {
  let postgres: Promise<Postgres> | null = null;
  let built: Promise<void> | null = null;
  return {
    quick,
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
    },
  };
}

async function buildConsole(): Promise<void> {
  const { code, output } = await run('npm', ['run', 'build', '--prefix', root]);
  if (code !== 0) throw new Error(`the console could not be built:\n${output}`);
}
