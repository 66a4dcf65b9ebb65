import { Readable } from 'node:stream';
import { bodyLimitOf, type Endpoint, type EndpointPermission } from '@varde/contract/endpoint';
import { problemSchema } from '@varde/contract/errors';
import { contexts } from '@varde/contract/session';
import { contextHeader } from '@varde/contract/transport';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { readInName } from '../database/paid-time.ts';
import { withReach } from '../database/reach.ts';
import { apiKeyOf } from './api-key.ts';
import { takeArrival } from './arrival.ts';
import { type Callers, type Turn, unqueuedCallers } from './callers.ts';
import type { Door } from './door.ts';
import type { Handlers } from './handlers.ts';
import { tokenOf } from './sessions.ts';
import { requireStorableText } from './storable-text.ts';

type AnyHandler = (
  input: never,
  caller: never,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<unknown>;

interface EndpointOptions {
  callers: Turn & Pick<Callers, 'aboutAlarms' | 'elsewhere' | 'reports'>;
  door: Pick<Door, 'recognise' | 'pause'>;
  /** Calls of the group without identification or queueing: `FeatureOf.unqueued`. */
  unqueued?: readonly string[] | undefined;
  /** Calls of the group for which places are kept: `FeatureOf.aboutAlarms`. */
  aboutAlarms?: readonly string[] | undefined;
  /** Calls of the group that wait for a service elsewhere: `FeatureOf.elsewhere`. */
  elsewhere?: readonly string[] | undefined;
  /** `FeatureOf.reports`. */
  reports?: readonly string[] | undefined;
  /** Row-level scope of the group's calls, for every caller; undefined: the caller's customers, and nothing without a caller. */
  reach?: 'all' | undefined;
}

/**
 * Registers one contract group: declaration → authorise → validate → call → strip. Authorisation comes before the body
 * is read, so that an unauthorised caller learns nothing about valid input.
 */
export function registerEndpoints<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  tag: string,
  group: Group,
  handlers: Handlers<Group>,
  options: EndpointOptions,
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    const handler: AnyHandler | undefined = handlers[name];
    if (handler === undefined) throw new Error(`no handler for ${tag}.${name}`);
    registerEndpoint(app, endpoint, handler, { ...options, callers: turnFor(name, options) });
  }
}

function turnFor(name: string, { callers, unqueued, aboutAlarms, elsewhere, reports }: EndpointOptions): Turn {
  if (unqueued?.includes(name)) return unqueuedCallers;
  if (elsewhere?.includes(name)) return callers.elsewhere;
  if (reports?.includes(name)) return callers.reports;
  return aboutAlarms?.includes(name) ? callers.aboutAlarms : callers;
}

function registerEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: AnyHandler,
  { callers, door, reach }: Pick<EndpointOptions, 'door' | 'reach'> & { callers: Turn },
): void {
  const { method, path, params, query, body, file, callback = false } = endpoint;
  app.route({
    method,
    url: path,
    exposeHeadRoute: method === 'GET' && endpoint.changes !== true,
    bodyLimit: bodyLimitOf(endpoint),
    schema: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: { ...(file === undefined ? { 200: endpoint.response } : {}), '4xx': problemSchema },
    },
    onRequest: async (request) => {
      const key = callback ? null : apiKeyOf(request);
      if (key !== null && endpoint.forPrograms !== true) throw new AppError('notForPrograms');
      if (!callback && key === null) requireContext(request);
      requireMediaType(request, endpoint);
      request.arrival = takeArrival(request);
      request.sessionHolder =
        key === null
          ? await callers.identify(callback ? null : tokenOf(request), request.arrival)
          : await callers.identifyKey(key, request.arrival);
      if (request.sessionHolder !== null) door.recognise(request, request.sessionHolder.caller.userId);
      requirePermission(callerOf(request), endpoint.permission);
    },
    preValidation: async (request) => {
      if (body !== undefined && request.body === undefined) request.body = {};
      requireStorableText({
        ...asRecord(request.params),
        ...asRecord(request.query),
        ...asRecord(request.body),
      });
    },
    handler: async (request, reply) => {
      door.pause(request);
      reply.header('cache-control', 'no-store');
      // The contract's promise to the handler: fastify has validated these parts by the schemas above.
      const input = { params: request.params, query: request.query, body: request.body } as never;
      const { sessionHolder, arrival } = request;
      const caller = callerOf(request);
      return callers.serve(sessionHolder, arrival, () =>
        withReach(reach ?? caller?.reach ?? [], async () =>
          read(await handler(input, caller as never, { request, reply })),
        ),
      );
    },
  });
}

/** A file is read from the database after its call: in the name of the caller all the same. */
function read(answer: unknown): unknown {
  if (answer instanceof Readable) answer._read = readInName(answer._read.bind(answer));
  return answer;
}

const formType = 'application/x-www-form-urlencoded';
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** A page of another site cannot set this header without a preflight request: the defence against forged calls. */
function requireContext(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  if (!contexts.some((context) => context === request.headers[contextHeader])) throw new AppError('contextMissing');
}

function requireMediaType(request: FastifyRequest, { body, form }: Endpoint): void {
  const sent = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const wanted = mediaTypesOf(form);
  if (sent === undefined || wanted.includes(sent)) return;
  throw new AppError('malformedRequest', [
    {
      path: '',
      message: body === undefined ? 'this call has no body' : `the body must be ${wanted.join(' or ')}`,
    },
  ]);
}

/** What the body of a call may be. */
const mediaTypesOf = (form: Endpoint['form']): readonly string[] => [
  ...(form === undefined ? [] : [formType]),
  ...(form === true ? [] : ['application/json']),
];

/** The caller, with the rights that count for the call: for a call that may change something, the rights to act. */
function callerOf({ method, sessionHolder }: FastifyRequest): Caller | null {
  if (sessionHolder === null) return null;
  return safeMethods.has(method) ? sessionHolder.caller : sessionHolder.caller.acting;
}

function requirePermission(caller: Caller | null, permission: EndpointPermission): void {
  if (permission === 'public') return;
  if (caller === null) throw new AppError('notLoggedIn');
  if (permission === 'session') return;
  const policies = typeof permission === 'string' ? [permission] : permission;
  if (policies.some((policy) => caller.mayAnywhere(policy))) return;
  const waits = policies.some((policy) => caller.entitled.mayAnywhere(policy));
  throw new AppError(waits ? 'positionsNotice' : 'notAllowed');
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
