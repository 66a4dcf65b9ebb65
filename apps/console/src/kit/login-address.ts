import type { Context } from '@varde/contract/session';

const login = '#/login';

/** The login page's address, remembering where somebody wanted to go and which side of the service they are on. */
export function loginHash(current: string, context: Context = 'PROFFWEB'): string {
  if (current.startsWith(login)) return current;
  const query = new URLSearchParams();
  if (context === 'AHP') query.set('context', context);
  if (current.startsWith('#/') && current !== '#/') query.set('to', current.slice(1));
  return query.size > 0 ? `${login}?${query}` : login;
}

/** Where to go after the login: what the login page's address remembers, never outside the console. */
export function wantedHash(current: string): string {
  if (!current.startsWith(login)) return current || '#/';
  const wanted = queryOf(current).get('to');
  return wanted?.startsWith('/') && !wanted.startsWith('/login') ? `#${wanted}` : '#/';
}

/** The side of the service that the login page logs in to; alarm-handling partners keep its address as a bookmark. */
export function loginContext(current: string): Context {
  return current.startsWith(login) && queryOf(current).get('context') === 'AHP' ? 'AHP' : 'PROFFWEB';
}

/** The login page of the other side, with the same memory of where somebody wanted to go. */
export function otherLogin(current: string): string {
  return loginHash(wantedHash(current), loginContext(current) === 'AHP' ? 'PROFFWEB' : 'AHP');
}

function queryOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}
