import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NoAnswer } from './database-unavailable.ts';
import { type Sync, SyncedFolder, syncedStart } from './synced-folder.ts';

export interface EmbeddedOptions {
  /** A dump made by `dumpDataDir`, to begin with. */
  dump?: Blob | undefined;
  /** Called when the database has stopped permanently; the process must be restarted. */
  onPanic?: ((error: Error) => void) | undefined;
  /** How a folder is flushed to the disk. Tests watch it. */
  sync?: Sync | undefined;
}

/** Opens PGlite in a folder, where what is committed is on the disk, or in memory (`undefined`). */
export async function openEmbedded(
  folder: string | undefined,
  { dump, onPanic = () => undefined, sync }: EmbeddedOptions,
): Promise<PGlite> {
  const pglite = new GuardedPglite(onPanic, {
    extensions: { pg_trgm }, // the migrations' index for searching
    ...(folder === undefined ? {} : { fs: new SyncedFolder(folder, sync), startParams: syncedStart }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
  });
  await pglite.waitReady;
  return pglite;
}

/**
 * A PANIC (the disk does not take the log, for one) ends a PostgreSQL server. PGlite's engine reports it and never
 * returns from the next statement, with the whole process: so none is given to it any more.
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

/** PostgreSQL gave up, or the engine itself did. */
const isPanic = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.name === 'RuntimeError' || ('severity' in error && error.severity === 'PANIC'));
