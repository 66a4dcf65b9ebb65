import { parseArgs } from 'node:util';
import { enteredCode, enteredText } from '@varde/catalogue/entered-text';
import { maxPasswordLength, minPasswordLength } from '@varde/contract/password-rules';
import { createUser } from '#domain/accounts/create-user.ts';
import { type PasswordFault, passwordFault } from '#domain/accounts/password-policy.ts';
import { readConfig } from '../config.ts';
import { isDemoAccount } from '../demo/accounts.ts';
import { hashPassword } from '../platform/secrets/passwords.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { askSecret, print } from './terminal.ts';
import { UserError } from './user-error.ts';

export const createAdminCommand: Command = {
  name: 'create-admin',
  usage: 'create-admin --username <e-mail> [--first-name …] [--last-name …]',
  text: 'Make an administrator for all customers. Asks for the password, or reads it from a pipe.',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        username: { type: 'string' },
        'first-name': { type: 'string', default: 'Administrator' },
        'last-name': { type: 'string', default: '' },
      },
    });
    const username = requireUsername(values.username);
    const config = readConfig();
    const password = await askPassword(username);
    const { database, close } = await openInstallation(config);
    try {
      const userId = await createUser(database.db, {
        username,
        passwordHash: await hashPassword(password),
        firstName: enteredText(values['first-name']),
        lastName: enteredText(values['last-name']),
        policies: [{ role: 'SUPERFIRM', custId: null }],
      });
      if (userId === null) throw new UserError(`there is a user ${username} already`);
      print(`${username} can log in.`);
    } finally {
      await close();
    }
  },
};

function requireUsername(username: string | undefined): string {
  if (username === undefined) throw new UserError('--username is missing');
  const trimmed = enteredCode(username).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed) || trimmed.length > 254)
    throw new UserError(`${username} is no e-mail address`);
  if (isDemoAccount(trimmed)) throw new UserError(`${username} is an address of the demo; take a real one`);
  return trimmed;
}

const faultTexts: Record<PasswordFault, string> = {
  tooShort: `the password must have at least ${minPasswordLength} characters`,
  tooLong: `the password must have at most ${maxPasswordLength} characters`,
  tooCommon: 'the password is one of those that are guessed first; take some words that do not belong together',
  likeUsername: 'the password must not be made of the username',
};

async function askPassword(username: string): Promise<string> {
  const password = await askSecret(`Password (at least ${minPasswordLength} characters)`);
  if (password === null) throw new UserError('no password was given');
  const fault = passwordFault(password, username);
  if (fault !== null) throw new UserError(faultTexts[fault]);
  if (process.stdin.isTTY === true && (await askSecret('The same again')) !== password)
    throw new UserError('the two passwords differ');
  return password;
}
