import type { Endpoint } from '../endpoint.ts';
import { type ErrorCode, errorCodes, errorTable, problemSchema } from '../errors.ts';
import type { JsonSchemas } from './json-schema.ts';
import type { JsonSchema } from './types.ts';

/** The statuses with which any call may be refused: a malformed request, too many of them, a fault, no database. */
const common = [400, 429, 500, 503];

/** The statuses with which a call may be refused. */
export function refusalsOf(endpoint: Endpoint): number[] {
  const { method, permission, callback, params, query, body, refusals = [] } = endpoint;
  return [
    ...new Set([
      ...common,
      ...(permission === 'public' ? [] : [401]),
      // An API key is refused where none is taken, also by a public call.
      ...(callback ? [] : [403]),
      ...([params, query, body].some((input) => input !== undefined) ? [404] : []),
      ...(method === 'GET' ? [] : [409, 413]),
      ...refusals.map((code) => errorTable[code].status),
    ]),
  ].sort((a, b) => a - b);
}

/** The responses of refusals, by status: each is described once. */
export function refusalResponses(schemas: JsonSchemas): Record<string, unknown> {
  const problem = schemas.of(problemSchema, 'output');
  const statuses = new Set<number>(errorCodes.map((code) => errorTable[code].status));
  return Object.fromEntries(
    [...statuses].sort((a, b) => a - b).map((status) => [nameOf(status), response(status, problem)]),
  );
}

/** For the responses of a call. */
export const referenceTo = (status: number) => ({ $ref: `#/components/responses/${nameOf(status)}` });

const nameOf = (status: number) => `Problem${status}`;

function response(status: number, problem: JsonSchema) {
  const codes = errorCodes.filter((code) => errorTable[code].status === status);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].title}`).join('\n\n'),
    ...(status === 405 ? { headers: { Allow: header('The methods of the address.') } } : {}),
    ...(codes.some(isTemporary) || status === 429
      ? {
          headers: { 'Retry-After': header('Seconds after which a retry is worthwhile, where it is known.') },
        }
      : {}),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [problem],
          properties: { status: { const: status }, code: { enum: codes } },
        },
      },
    },
  };
}

const isTemporary = (code: ErrorCode): boolean => 'retryAfter' in errorTable[code];
const header = (description: string) => ({ description, schema: { type: 'string' } });
