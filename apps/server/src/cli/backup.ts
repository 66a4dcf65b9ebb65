import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { syncPath } from '../platform/database/synced-folder.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { runPostgresTool } from './postgres-tools.ts';
import { print } from './terminal.ts';
import { codeOf, UserError } from './user-error.ts';

export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup <file>',
  text: 'Write the whole database to a file. The embedded one must not be in use; PostgreSQL may be.',
  async run(args) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UserError('usage: varde backup <file>');
    const config = readConfig();
    // Yesterday's backup stays until today's is complete.
    const beside = `${file}.new`;
    try {
      if (config.databaseUrl === undefined) await dumpEmbedded(config, beside);
      else await dumpPostgres(config.databaseUrl, beside);
      await rename(beside, file);
      syncPath(dirname(file));
    } catch (error) {
      await rm(beside, { force: true });
      const code = codeOf(error);
      throw code === null ? error : new UserError(`${file} cannot be written: ${code}`);
    }
    print(`The database is saved in ${file}.`);
  },
};

/** pg_dump writes into an existing file without changing its mode, so that no other user can ever read it. */
async function dumpPostgres(url: string, file: string): Promise<void> {
  await (await openPrivate(file)).close();
  await runPostgresTool('pg_dump', url, ['--format=custom', '--enable-row-security', `--file=${file}`]);
}

/** A new file that only this process's user can read, whatever the umask. Replaces what an interrupted backup left. */
async function openPrivate(file: string): Promise<FileHandle> {
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

async function dumpEmbedded(config: Config, file: string): Promise<void> {
  const handle = await openPrivate(file);
  try {
    const { database, close } = await openInstallation(config);
    const dump = await database.pglite?.dumpDataDir('gzip');
    await close();
    if (dump === undefined) throw new Error('the embedded database made no dump');
    await handle.writeFile(new Uint8Array(await dump.arrayBuffer()));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
