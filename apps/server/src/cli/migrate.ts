import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { print } from './terminal.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  text: 'Bring the database up to date. `serve` does the same when it starts.',
  async run(args) {
    parseArgs({ args, options: {} });
    const { migrated, close } = await openInstallation(readConfig());
    await close();
    print(migrated.length === 0 ? 'The database is up to date.' : `Applied ${migrated.join(', ')}.`);
  },
};
