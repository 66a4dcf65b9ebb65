import { type ErrorCode, errorTable, type Problem } from '@varde/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, appErrorOf } from '../app-error.ts';
import { isNoAnswer } from '../database/database-unavailable.ts';
import { allowedMethods, unserved } from './allowed-methods.ts';

/** A body may have a thousand faults. */
const mostErrors = 50;
const problemType = 'application/problem+json; charset=utf-8';

/** The body of an error response (RFC 9457). */
export function problemOf(code: ErrorCode, errors?: AppError['errors']): Problem {
  const { status, title } = errorTable[code];
  return { type: 'about:blank', status, code, title, ...(errors === undefined ? {} : { errors }) };
}

/** All errors of a handler, a hook or fastify itself become a problem; details of a fault are not echoed. */
export function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(unserved(request), request, reply));
}

/** The same for errors before routing: malformed paths, for instance. */
export function sendProblem(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asAppError(error);
  const problem = problemOf(known?.code ?? 'internalError', known?.errors);
  if (problem.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a call failed');
  }
  if (problem.code === 'methodNotAllowed') reply.header('allow', allowedMethods(request).join(', '));
  return send(reply, problem);
}

function send(reply: FastifyReply, problem: Problem): FastifyReply {
  const entry = errorTable[problem.code];
  if ('retryAfter' in entry) reply.header('retry-after', entry.retryAfter);
  return reply.code(problem.status).header('cache-control', 'no-store').type(problemType).send(problem);
}

function asAppError(error: Error): AppError | null {
  const own = appErrorOf(error);
  if (own !== null) return own;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new AppError(
      'validationFailed',
      error.validation.slice(0, mostErrors).map(({ instancePath, message }) => ({
        path: instancePath.slice(1).replaceAll('/', '.'),
        message: message ?? 'is not valid',
      })),
    );
  }
  if (isNoAnswer(error)) return new AppError('unavailable', undefined, { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new AppError('payloadTooLarge');
  if (status === 429) return new AppError('tooManyRequests');
  if (status === 404) return new AppError('notFound');
  if (status === 503) return new AppError('unavailable', undefined, { cause: error });
  return typeof status === 'number' && status >= 400 && status < 500 ? new AppError('malformedRequest') : null;
}
