import type { EndpointName, EndpointOf } from '@varde/contract/api';
import type { CallInput, CallOutput } from '@varde/contract/endpoint';
import type { Problem } from '@varde/contract/errors';
import { firstRoutes, type Route } from '@varde/contract/first-routes';
import type { Context } from '@varde/contract/session';
import { contextHeader } from '@varde/contract/transport';
import { learnServerTime } from '#ui/server-time.ts';
import { ApiError } from './api-error.ts';
import { addSelection } from './selected-roles.ts';

export type Input<N extends EndpointName> = CallInput<EndpointOf<N>>;
export type Output<N extends EndpointName> = CallOutput<EndpointOf<N>>;

type Scalar = string | number | boolean;
interface Parts {
  params?: Record<string, Scalar>;
  query?: Record<string, Scalar | undefined>;
  body?: Record<string, unknown>;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Whether another call does no harm when the answer to this one is lost; if left out, by the method. */
  repeatable?: boolean | undefined;
}

/** The context of this console; sent with every call that is not a GET. */
let context: Context = 'PROFFWEB';
export function setContext(value: Context): void {
  context = value;
}
export const currentContext = (): Context => context;

const known: Partial<Record<string, Route>> = { ...firstRoutes };

/** Where every call goes, beyond those of the first load; they come with the first call that needs them. */
export async function loadRoutes(): Promise<void> {
  Object.assign(known, (await import('@varde/contract/routes')).routes);
}

/** For a call that is not known yet. A known one is made at once: its page may be about to be left. */
async function fetchRoute(name: EndpointName): Promise<Route> {
  await loadRoutes().catch(() => {
    throw new ApiError('network');
  });
  return known[name] as Route;
}

let onLoggedOut: () => void = () => undefined;
/** Called when the server answers that the session has ended. Returns what was called until now. */
export function whenLoggedOut(handler: () => void): () => void {
  const former = onLoggedOut;
  onLoggedOut = handler;
  return former;
}

/** Leaves the console when another channel than a call reports the end of the session. */
export function endSession(): void {
  onLoggedOut();
}

/** Makes one call of the contract. Throws `ApiError`; an aborted call throws what `fetch` throws. */
export async function call<N extends EndpointName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const response = await answerTo(name, input, options);
  return unlessLost(response.json() as Promise<Output<N>>, known[name] as Route, options);
}

/** `call` with the raw response. */
export async function answerTo<N extends EndpointName>(
  name: N,
  input: Input<N>,
  options: CallOptions,
): Promise<Response> {
  const route = known[name] ?? (await fetchRoute(name));
  const parts = input as Parts;
  const { signal = null } = options;
  const init = { ...requestOf(route, parts), credentials: 'same-origin' as const, signal };
  const sentAt = Date.now();
  const response = await unlessLost(fetch(urlOf(route, parts), init), route, options);
  learnServerTime(response.headers.get('date'), sentAt);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem.code === 'notLoggedIn' && name !== 'getSession') onLoggedOut();
  throw new ApiError(problem.code, problem.errors);
}

/** Path and query of a call, with every part encoded and the selected roles. */
export function urlOf(route: Route, { params = {}, query = {} }: Parts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  addSelection(search);
  return search.size > 0 ? `${path}?${search}` : path;
}

function requestOf(route: Route, { body }: Parts): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (route.method !== 'GET') headers[contextHeader] = context;
  if (!body) return { method: route.method, headers };
  if (route.form) return { method: route.method, headers, body: new URLSearchParams(fieldsOf(body)) };
  return {
    method: route.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function fieldsOf(body: Record<string, unknown>): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}

/** What arrives of an answer. A lost one leaves open whether the call was carried out, which matters unless it can be repeated. */
async function unlessLost<Part>(
  arriving: Promise<Part>,
  { method }: Route,
  { signal, repeatable = method === 'GET' || method === 'PUT' }: CallOptions,
): Promise<Part> {
  try {
    return await arriving;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(repeatable ? 'network' : 'noAnswer');
  }
}

async function readProblem(response: Response): Promise<Pick<Problem, 'code' | 'errors'>> {
  try {
    const problem = (await response.json()) as Problem;
    if (problem.code) return problem;
  } catch {
    // A proxy may answer with its own body.
  }
  return { code: response.status >= 502 && response.status <= 504 ? 'unavailable' : 'internalError' };
}
