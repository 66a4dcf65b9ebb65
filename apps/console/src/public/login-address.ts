import type { Context } from '@varde/contract/session';

const login = '#/login';
const publicScreens = ['forgot', 'resend', 'reset', 'validate', 'two_factor', 'register', 'gdpr'] as const;

/** A screen besides the login that is shown instead of the console, whether or not there is a session. */
export type PublicScreenName = (typeof publicScreens)[number];

/** The public screen at an address, if there is one. */
export function publicScreenAt(hash: string): PublicScreenName | null {
  const name = /^#\/([^/?]*)/.exec(hash)?.[1];
  return publicScreens.find((each) => each === name) ?? null;
}

/**
 * The login page's address, remembering where somebody wanted to go and which side of the service they are on.
 * Screens that need no login stay.
 */
export function loginHash(current: string, context: Context = 'PROFFWEB'): string {
  if (isBeforeConsole(current)) return current;
  const query = new URLSearchParams();
  if (context === 'AHP') query.set('context', context);
  if (current.startsWith('#/') && current !== '#/') query.set('to', current.slice(1));
  return query.size > 0 ? `${login}?${query}` : login;
}

/** Where to go after the login: what the address remembers, never outside the console and never back to the login. */
export function wantedHash(current: string): string {
  if (!isBeforeConsole(current)) return current || '#/';
  const wanted = queryOf(current).get('to');
  return wanted?.startsWith('/') && !isBeforeConsole(`#${wanted}`) ? `#${wanted}` : '#/';
}

/** The side of the service that the login page logs in to; alarm-handling partners keep its address as a bookmark. */
export function loginContext(current: string): Context {
  return current.startsWith(login) && queryOf(current).get('context') === 'AHP' ? 'AHP' : 'PROFFWEB';
}

/** The login page of the other side, with the same memory of where somebody wanted to go. */
export function otherLogin(current: string): string {
  return loginHash(wantedHash(current), loginContext(current) === 'AHP' ? 'PROFFWEB' : 'AHP');
}

function isBeforeConsole(hash: string): boolean {
  return hash.startsWith(login) || publicScreenAt(hash) !== null;
}

function queryOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}
