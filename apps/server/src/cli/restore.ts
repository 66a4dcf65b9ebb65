import { existsSync, renameSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Config, readConfig } from '../config.ts';
import { openPglite } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Command } from './command.ts';
import { connect, databaseFolder, lockAlone, lockDataDir, makeBeside } from './installation.ts';
import { listArchive, runPostgresTool } from './postgres-tools.ts';
import { dropSchemasAside, holdsTables, putSchemasBack, setSchemasAside } from './schemas-aside.ts';
import { print } from './terminal.ts';
import { codeOf, UserError } from './user-error.ts';

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'restore <file> [--replace]',
  text: 'Bring a backup back. With --replace also where there is a database already; the embedded one is kept beside.',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UserError('usage: varde restore <file> [--replace]');
    const config = readConfig();
    const engine = await engineOf(file);
    const wanted = config.databaseUrl === undefined ? 'embedded' : 'PostgreSQL';
    if (engine !== wanted) throw new UserError(`${file} is a backup of ${engine}, and Varde is set up for ${wanted}`);
    if (config.databaseUrl === undefined) await restoreEmbedded(config, file, values.replace);
    else await restorePostgres(config.databaseUrl, file, values.replace);
    print(`The database is restored from ${file}.`);
  },
};

/** Recognised by the first bytes: gzip, or PostgreSQL's custom format. */
async function engineOf(file: string): Promise<'embedded' | 'PostgreSQL'> {
  const handle = await open(file).catch((error: unknown) => {
    throw new UserError(`${file} cannot be read: ${codeOf(error) ?? 'unknown'}`);
  });
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'embedded';
    if (buffer.toString('latin1') === 'PGDMP') return 'PostgreSQL';
    throw new UserError(`${file} is no backup of Varde`);
  } finally {
    await handle.close();
  }
}

async function restoreEmbedded({ dataDir }: Config, file: string, replace: boolean): Promise<void> {
  const release = lockDataDir(dataDir);
  try {
    const folder = databaseFolder(dataDir);
    const former = existsSync(folder);
    if (former && !replace)
      throw new UserError(`there is a database in ${folder}; --replace puts the backup in its place`);
    const dump = new Blob([await unpack(file)]);
    await makeBeside(dataDir, async (beside) => {
      const restored = await openPglite(beside, { dump }).catch((error: unknown) => {
        throw new UserError(`${file} cannot be restored: ${error instanceof Error ? error.message : 'unknown'}`);
      });
      await migrate(restored);
      await restored.close();
      if (former) renameSync(folder, `${folder}.before-restore-${Date.now()}`);
    });
  } finally {
    release();
  }
}

/** PGlite would unpack it too, but a truncated file ends the whole process there. */
async function unpack(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const unpacked = await promisify(gunzip)(await readFile(file)).catch((error: unknown) => {
    throw new UserError(`${file} is damaged: ${codeOf(error) ?? 'it cannot be unpacked'}`);
  });
  return new Uint8Array(unpacked);
}

/**
 * All or nothing: the previous schemas stay aside until the backup is restored. `pg_restore --clean` cannot drop
 * partitions.
 */
async function restorePostgres(url: string, file: string, replace: boolean): Promise<void> {
  const lock = await lockAlone(url);
  const { db, close } = await connect(url);
  try {
    const former = await holdsTables(db);
    if (former && !replace)
      throw new UserError('there are tables in this database; --replace puts the backup in their place');
    if (former) await setSchemasAside(db);
    try {
      await restoreArchive(url, file);
    } catch (error) {
      if (former) await putSchemasBack(db);
      throw error;
    }
    await dropSchemasAside(db);
  } finally {
    await close();
    await lock.release();
  }
}

/**
 * The schema `public` exists already, and some archives would create it again; only the owner of an extension may write
 * its comment.
 */
async function restoreArchive(url: string, file: string): Promise<void> {
  const contents = await listArchive(file);
  const folder = await mkdtemp(join(tmpdir(), 'varde-restore-'));
  try {
    const list = join(folder, 'contents');
    await writeFile(list, contents.filter((line) => !/ SCHEMA - public | COMMENT - EXTENSION /.test(line)).join('\n'));
    await runPostgresTool('pg_restore', url, [
      '--no-owner',
      '--single-transaction',
      '--exit-on-error',
      `--use-list=${list}`,
      file,
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
