import { publicScreenAt } from './public-screens.ts';

const login = '#/login';

/** The address of the login page, remembering where somebody wanted to go; screens that need no login stay. */
export function loginHash(current: string): string {
  if (current.startsWith(login) || publicScreenAt(current)) return current;
  return current.startsWith('#/') && current !== '#/'
    ? `${login}?to=${encodeURIComponent(current.slice(1))}`
    : login;
}

/** Where to go after the login: what the address remembers, never outside the console and never back to the login. */
export function wantedHash(current: string): string {
  if (!isBeforeConsole(current)) return current || '#/';
  const wanted = new URLSearchParams(current.split('?')[1] ?? '').get('to');
  return wanted?.startsWith('/') && !isBeforeConsole(`#${wanted}`) ? `#${wanted}` : '#/';
}

const isBeforeConsole = (hash: string): boolean => hash.startsWith(login) || publicScreenAt(hash) !== null;
