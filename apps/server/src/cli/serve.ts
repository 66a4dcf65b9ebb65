import { parseArgs } from 'node:util';
import { type Config, parseConfig, readConfig, readEnvironment } from '../config.ts';
import type { Command } from './command.ts';

/** `--roles` is VARDE_ROLES on the command line. */
export function configWithRoles(roles: string | undefined): Config {
  return roles === undefined ? readConfig() : parseConfig({ ...readEnvironment(), VARDE_ROLES: roles });
}

export const serveCommand: Command = {
  name: 'serve',
  usage: 'serve [--roles gateway,processing,console,jobs]',
  text: 'Run Varde. It never makes an account: see create-admin.',
  async run(args) {
    const { values } = parseArgs({ args, options: { roles: { type: 'string' } } });
    const { runServer } = await import('./run-server.ts'); // the whole server: other commands need not load it
    await runServer(configWithRoles(values.roles), { fleet: false });
  },
};
