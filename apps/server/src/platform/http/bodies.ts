import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { FairGate } from '../limits/fair-gate.ts';
import { readBody } from '../net/read-body.ts';
import type { Door } from './door.ts';
import { fieldsOf, hasTooManyFields, mostFields } from './form-fields.ts';
import { isTooComplex } from './json-limits.ts';

/** Longest body of what is no call of the contract. */
export const bodyBytes = 4 * 1024;
/** Longer ones are kept in memory for a few calls at once, however slowly they come. */
const longBytes = 64 * 1024;
const room = { width: 16, perKey: 2, waitingPerKey: 20, patienceMs: 10_000 };

/**
 * Reads JSON and forms: within the limit of the call, when it is the caller's turn, and only what is not too complex to be
 * parsed. Everything else is refused unread.
 */
export function readBodies(app: FastifyInstance, door: Door): void {
  const longBodies = new FairGate(room);
  const parseJson = app.getDefaultJsonParser('error', 'error');

  const textOf = async (request: FastifyRequest): Promise<string> => {
    const { bodyLimit = bodyBytes } = request.routeOptions;
    if (Number(request.headers['content-length']) > bodyLimit) throw new AppError('payloadTooLarge');
    const read = () => readBody(request.raw, bodyLimit);
    const isLong = bodyLimit > longBytes;
    const body = await (isLong ? longBodies.pass(request.bill?.payer ?? '', read) : read());
    if (body === 'tooLong') throw new AppError('payloadTooLarge');
    if (body === 'incomplete') throw new AppError('malformedRequest');
    await door.turn(request);
    door.work(request);
    return body.toString();
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = await textOf(request);
    if (text === '') return {};
    if (isTooComplex(text, request.routeOptions.bodyLimit ?? bodyBytes))
      throw new AppError('payloadTooLarge', [{ path: '', message: 'too deep, or too many values' }]);
    return new Promise((resolve, reject) => {
      parseJson(request, text, (error, body) => (error === null ? resolve(body) : reject(error)));
    });
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const text = await textOf(request);
    if (hasTooManyFields(text))
      throw new AppError('payloadTooLarge', [{ path: '', message: `more than ${mostFields} fields` }]);
    return fieldsOf(text);
  });
}
