import type { Context } from '@varde/contract/session';

const login = '#/login';
/** The login after a logout, which it confirms. */
const logout = '#/logout';
const publicScreens = [
  'forgot',
  'resend',
  'reset',
  'validate',
  'two_factor',
  'register',
  'gdpr',
  'shared',
  'confirm_number',
] as const;

/** A screen that is shown instead of the console, with or without a session, besides the login. */
export type PublicScreenName = (typeof publicScreens)[number];

/** The public screen of an address, if any. */
export function publicScreenAt(hash: string): PublicScreenName | null {
  const name = /^#\/([^/?]*)/.exec(hash)?.[1];
  return publicScreens.find((each) => each === name) ?? null;
}

/** The login page's address, with the requested page and the side of the service. Screens that need no login stay. */
export function loginHash(current: string, context: Context = 'PROFFWEB'): string {
  if (isBeforeConsole(current)) return current;
  const query = new URLSearchParams();
  if (context === 'AHP') query.set('context', context);
  if (current.startsWith('#/') && current !== '#/') query.set('to', current.slice(1));
  return query.size > 0 ? `${login}?${query}` : login;
}

/** Where a logout leads, on the same side of the service. */
export const logoutHash = (context: Context): string => (context === 'AHP' ? `${logout}?context=${context}` : logout);
export const isLogout = (current: string): boolean => current.startsWith(logout);

/** The page to open after the login: the remembered one, never outside the console and never the login. */
export function wantedHash(current: string): string {
  if (!isBeforeConsole(current)) return current || '#/';
  const wanted = queryOf(current).get('to');
  return wanted?.startsWith('/') && !isBeforeConsole(`#${wanted}`) ? `#${wanted}` : '#/';
}

/** The side of the service of the login page; alarm-handling partners bookmark its address. */
export function loginContext(current: string): Context {
  return isLogin(current) && queryOf(current).get('context') === 'AHP' ? 'AHP' : 'PROFFWEB';
}

/** The login page of the other side, with the same remembered page. */
export function otherLogin(current: string): string {
  return loginHash(wantedHash(current), loginContext(current) === 'AHP' ? 'PROFFWEB' : 'AHP');
}

function isBeforeConsole(hash: string): boolean {
  return isLogin(hash) || publicScreenAt(hash) !== null;
}

const isLogin = (hash: string): boolean => hash.startsWith(login) || isLogout(hash);

function queryOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}
