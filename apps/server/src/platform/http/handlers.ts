import type { Endpoint, HandlerInput, HandlerOutput } from '@varde/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';

/** Declaration → authorise → call → present: the handler is the call; the rest follows from the endpoint. */
export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  caller: E['permission'] extends 'public' ? Caller | null : Caller,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<HandlerOutput<E>>;

/** One handler for each endpoint of a feature; a missing one does not compile. */
export type Handlers<Group extends Record<string, Endpoint>> = { [K in keyof Group]: Handler<Group[K]> };
