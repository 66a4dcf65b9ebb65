import type { Config } from '../config.ts';
import { demoLogins } from '../demo/accounts.ts';

/** The message of `varde demo` when the console can be used. */
export function welcome(config: Config, withFleet: boolean): string[] {
  const address = config.publicUrl ?? `http://${config.httpHost ?? 'localhost'}:${config.httpPort}`;
  const width = Math.max(...demoLogins.map(({ username }) => username.length));
  return [
    '',
    `  Varde is ready: ${address}`,
    '',
    '  Logins (demo only):',
    ...demoLogins.map(
      ({ username, password, role, who }) => `    ${username.padEnd(width)}  ${password}   ${role}: ${who}`,
    ),
    '',
    withFleet
      ? '  60 virtual devices connect now. The first alarm comes within a minute. Ctrl+C stops everything.'
      : '  No virtual devices (--no-fleet). Ctrl+C stops.',
    '',
  ];
}
