import type { Policy } from '@varde/catalogue/permissions';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Route } from './first-routes.ts';

export type { Policy };

/**
 * One call of the HTTP interface. The server registers handlers typed by it, the console's client is derived
 * from it, OpenAPI is generated from it, and the refusal test walks over all of them.
 */
export interface Endpoint extends Route {
  summary: string;
  permission: EndpointPermission;
  /** A GET that changes something, because the specification has it so: it is not answered to HEAD. */
  changes?: true;
  /** Called by another system, which sends no context: no session counts, so that a browser can be used for no forgery. */
  callback?: true;
  /** A program may call it with an API key (decision 0013). */
  forPrograms?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The limit of the body's size, where it is above that of other calls: see `bodyLimitOf`. */
  maxBodyBytes?: number;
  /** The answer is a file of one of these media types instead of JSON: `response` is its bytes. */
  file?: readonly string[];
  /** Errors beside those that every call of its kind may have: `openapi/refusals.ts`. */
  refusals?: readonly ErrorCode[];
  /** The fields that leave the server: all others are stripped. */
  response: z.ZodType;
}

/**
 * `public`: anybody. `session`: any logged-in user, about themselves. Otherwise the policy that the caller must hold,
 * or any one of several; for calls about a device, on the customer that owns it.
 */
export type EndpointPermission = 'public' | 'session' | Policy | readonly Policy[];

/** 4 kB for a call without a login, 16 kB for others, unless it says more. */
export const bodyLimitOf = ({ permission, maxBodyBytes }: Endpoint): number =>
  maxBodyBytes ?? (permission === 'public' ? 4 : 16) * 1024;

/** Keeps the exact types of an endpoint. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The arguments of a handler, after validation. */
export interface HandlerInput<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}
/** The result of a handler. */
export type HandlerOutput<E extends Endpoint> = z.input<E['response']>;

/** The arguments of a caller; parts that the endpoint lacks are left out. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: In<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query: In<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: In<E['body']> } : unknown);
/** The result for a caller. */
export type CallOutput<E extends Endpoint> = z.output<E['response']>;
