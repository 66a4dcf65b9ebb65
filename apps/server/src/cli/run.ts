import { ConfigError } from '../config.ts';
import { UnfitDatabase } from '../platform/database/known-migrations.ts';
import { addCustomerCommand } from './add-customer.ts';
import { addDeviceCommand } from './add-device.ts';
import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { conformCommand } from './conform.ts';
import { createAdminCommand } from './create-admin.ts';
import { demoCommand } from './demo.ts';
import { migrateCommand } from './migrate.ts';
import { restoreCommand } from './restore.ts';
import { serveCommand } from './serve.ts';
import { print, printError } from './terminal.ts';
import { codeOf, UserError } from './user-error.ts';
import { verifyAuditCommand } from './verify-audit.ts';

const commands: readonly Command[] = [
  serveCommand,
  demoCommand,
  migrateCommand,
  createAdminCommand,
  addCustomerCommand,
  addDeviceCommand,
  backupCommand,
  restoreCommand,
  verifyAuditCommand,
  conformCommand,
];

/** Runs a command to its end and returns the exit code. Errors that the operator can correct are one line each. */
export async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    print(helpText());
    return name === undefined ? 1 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    printError(`varde: unknown command '${name}'. 'varde help' lists them.`);
    return 1;
  }
  try {
    await command.run(rest);
    return 0;
  } catch (error) {
    for (const line of linesOf(error)) printError(`varde: ${line}`);
    return 1;
  }
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.lines;
  if (error instanceof UserError || error instanceof UnfitDatabase) return [error.message];
  // The errors of node:util parseArgs name the option, in a sentence.
  if (error instanceof Error && codeOf(error)?.startsWith('ERR_PARSE_ARGS') === true) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

function helpText(): string {
  const lines = [
    ...commands,
    { usage: 'simulate --fleet <file>', text: 'Connect a fleet of virtual devices (simulate --help).' },
    { usage: 'send --port <port> <file>', text: 'Send captured frames (send --help).' },
  ].map(({ usage, text }) => `  varde ${usage}\n      ${text}`);
  return `Varde takes alarms from personal safety devices and shows them to those who help.\n\n${lines.join('\n')}\n\nConfiguration is read from the environment: docs/configuration.md.`;
}
