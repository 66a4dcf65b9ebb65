import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Flushes an open file or folder to the disk, as `fsyncSync` does. Throws an error with a `code`. */
export type Sync = (descriptor: number, path: string) => void;

const flush: Sync = (descriptor) => fsyncSync(descriptor);

/** The part of Emscripten's file system for Node that its types omit. */
interface NodeFileSystem<Node> {
  stream_ops: { fsync?: (stream: { nfd: number; node: Node }) => number };
  realPath(node: Node): string;
  tryFSOperation(act: () => void): void;
}

/**
 * PGlite's folder with the one call that its file system lacks, so that a commit is durable when it returns. PostgreSQL
 * flushes folders too when it makes or renames files in them.
 */
export class SyncedFolder extends NodeFS {
  readonly #sync: Sync;

  constructor(folder: string, sync: Sync = flush) {
    super(folder);
    this.#sync = sync;
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const addFsync = ({ NODEFS }: { NODEFS: unknown }) => {
      const files = NODEFS as NodeFileSystem<unknown>;
      files.stream_ops.fsync = ({ nfd, node }) => {
        files.tryFSOperation(() => this.#sync(nfd, files.realPath(node)));
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** PostgreSQL keeps the files of its tables open, up to 1,000 by itself, and fails where the process may open no more. */
export const mostDatabaseFiles = 150;

/** PGlite starts PostgreSQL with `-F`, without fsync; and `fdatasync`, its default on Linux, does nothing in PGlite. */
export const syncedStart: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', `max_files_per_process=${mostDatabaseFiles}`],
];

/** Flushes all files of a folder, the folder itself, and its entry in the parent folder. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) syncPath(join(folder, entry));
  syncPath(folder);
  syncPath(dirname(folder));
}

/** Flushes one file, or the entries of one folder. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
