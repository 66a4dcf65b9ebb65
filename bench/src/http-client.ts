import { routes } from '@varde/contract/routes';
import { contextHeader } from '@varde/contract/transport';
import type { Login } from './fill.ts';

/** Calls of a logged-in user. */
export interface HttpClient {
  /** The session cookie, `name=value`. */
  cookie: string;
  /** JSON of the answer. Throws unless it succeeded. */
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<void>;
}

export async function logIn(url: string, login: Login): Promise<HttpClient> {
  const response = await fetch(`${url}${routes.login.path}`, {
    method: 'POST',
    headers: { [contextHeader]: 'PROFFWEB' },
    body: new URLSearchParams({ ...login }),
  });
  if (!response.ok) throw new Error(`login failed: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const headers = { cookie, [contextHeader]: 'PROFFWEB' };
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  return {
    cookie,
    get: async (path) => JSON.parse(await call(path, { headers })),
    post: async (path, body) => {
      const json = { ...headers, 'content-type': 'application/json' };
      await call(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    },
  };
}
