import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NoAnswer } from './database-unavailable.ts';
import { type Sync, SyncedFolder, syncedStart } from './synced-folder.ts';

export interface EmbeddedOptions {
  /** A dump made by `dumpDataDir`, as the initial content. */
  dump?: Blob | undefined;
  /** Called when the database has stopped permanently; the process must be restarted. */
  onPanic?: ((error: Error) => void) | undefined;
  /** How a folder is flushed to the disk. Tests observe it. */
  sync?: Sync | undefined;
}

/** Everything is in memory already, and the engine clears its buffers at each start: a tenth of a second for 128 MB. */
const memoryStart = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens PGlite in a folder, where commits are durable, or in memory (`undefined`). */
export async function openEmbedded(
  folder: string | undefined,
  { dump, onPanic = () => undefined, sync }: EmbeddedOptions,
): Promise<PGlite> {
  const pglite = new GuardedPglite(onPanic, {
    extensions: { pg_trgm }, // the migrations' index for searching
    ...(folder === undefined
      ? { startParams: memoryStart }
      : { fs: new SyncedFolder(folder, sync), startParams: syncedStart }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
  });
  await pglite.waitReady;
  for (const type of keptAsText) pglite.parsers[type] = (text) => text;
  return pglite;
}

/** numeric[], timestamp[], timestamptz[], interval[], date[] */
const arraysKeptAsText = [1231, 1115, 1185, 1187, 1182];

/** Types that drizzle reads itself, on either database. */
const keptAsText = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...arraysKeptAsText];

/**
 * A PANIC (for example when the disk does not take the log) ends a PostgreSQL server. PGlite's engine reports it and
 * never returns from the next statement, which blocks the whole process: so it gets no further statement.
 */
class GuardedPglite extends PGlite {
  readonly #onPanic: (error: Error) => void;
  #panic: Error | null = null;

  constructor(onPanic: (error: Error) => void, options: PGliteOptions) {
    super(options);
    this.#onPanic = onPanic;
  }

  override execProtocol(...given: Parameters<PGlite['execProtocol']>): ReturnType<PGlite['execProtocol']> {
    return this.#guard(() => super.execProtocol(...given));
  }

  override execProtocolStream(
    ...given: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    return this.#guard(() => super.execProtocolStream(...given));
  }

  override async close(): Promise<void> {
    if (this.#panic === null) await super.close();
  }

  async #guard<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#panic !== null) throw new NoAnswer('the embedded database has stopped', { cause: this.#panic });
    try {
      return await work();
    } catch (error) {
      if (isPanic(error)) {
        this.#panic = error;
        this.#onPanic(error);
      }
      throw error;
    }
  }
}

/** PostgreSQL stopped, or the engine itself did. */
const isPanic = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'RuntimeError' || ('severity' in error && error.severity === 'PANIC'));
