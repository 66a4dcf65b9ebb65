import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { buildConsoleIfStale } from './console-build.ts';
import { configWithRoles } from './serve.ts';
import { print } from './terminal.ts';

export const demoCommand: Command = {
  name: 'demo',
  usage: 'demo [--no-fleet] [--no-build]',
  text: 'Run Varde with a demo organisation, known passwords and 60 virtual devices.',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        'no-fleet': { type: 'boolean', default: false },
        // the console comes from elsewhere: `npm run dev`
        'no-build': { type: 'boolean', default: false },
      },
    });
    const config = { ...configWithRoles(undefined), demo: true };
    if (!values['no-build']) await buildConsoleIfStale(print);
    const { runServer } = await import('./run-server.ts'); // the whole server: other commands need not load it
    await runServer(config, { fleet: !values['no-fleet'] });
  },
};
