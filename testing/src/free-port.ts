import { protocols } from '@varde/catalogue/protocols';
import { portVariable } from '@varde/server/config';

export { freePort } from '../../scripts/free-port.ts';

/** Configuration in which a server listens on any free port, for browsers and for each protocol. */
export const anyPorts: Readonly<Record<string, string>> = Object.fromEntries(
  ['VARDE_HTTP_PORT', ...protocols.map(({ key }) => portVariable(key))].map((variable) => [variable, '0']),
);
