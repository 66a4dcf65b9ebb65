import { parseArgs } from 'node:util';
import { type CustomerKind, customerKinds } from '@varde/catalogue/customer-kinds';
import { createCustomer } from '#domain/customers/create-customer.ts';
import { readConfig } from '../config.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { requireCustomer, requireText } from './options.ts';
import { print } from './terminal.ts';
import { UserError } from './user-error.ts';

const kinds = customerKinds.map(({ key }) => key);

export const addCustomerCommand: Command = {
  name: 'add-customer',
  usage: `add-customer --name <…> --kind <${kinds.join('|')}> [--parent <id or name>]`,
  text: 'Add a customer, below another one or by itself.',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { name: { type: 'string' }, kind: { type: 'string' }, parent: { type: 'string' } },
    });
    const firmName = requireText('name', values.name);
    const kind = requireKind(requireText('kind', values.kind));
    const { database, close } = await openInstallation(readConfig());
    try {
      const parentId = values.parent === undefined ? null : await requireCustomer(database.db, values.parent);
      const custId = await createCustomer(database.db, { firmName, kind, parentId });
      print(`Customer ${custId} is added (${firmName}).`);
    } finally {
      await close();
    }
  },
};

function requireKind(text: string): CustomerKind {
  const kind = kinds.find((candidate) => candidate === text);
  if (kind === undefined) throw new UserError(`--kind must be one of ${kinds.join(', ')}`);
  return kind;
}
