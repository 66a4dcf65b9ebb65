const login = '#/login';

/** The login page's address, remembering where somebody wanted to go. */
export function loginHash(current: string): string {
  if (current.startsWith(login)) return current;
  return current.startsWith('#/') && current !== '#/'
    ? `${login}?to=${encodeURIComponent(current.slice(1))}`
    : login;
}

/** Where to go after the login: what the login page's address remembers, never outside the console. */
export function wantedHash(current: string): string {
  if (!current.startsWith(login)) return current || '#/';
  const wanted = new URLSearchParams(current.split('?')[1] ?? '').get('to');
  return wanted?.startsWith('/') && !wanted.startsWith('/login') ? `#${wanted}` : '#/';
}
