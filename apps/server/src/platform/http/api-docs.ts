import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { AppError } from '../app-error.ts';
import { type PreparedAnswer, prepareAnswer, sendPrepared } from './prepared-answer.ts';
import { sessionCookie } from './sessions.ts';

export const apiDocsPath = '/ajax/docs';

const schemes = {
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of a user, for programs (docs/partner-interface.md). Only calls that list this scheme take one, and need no X-Varde-Context with it.',
  },
} as const;

/** The schemes of a call that programs may make; those of the others are the session alone. */
export const forSessionsAndKeys = [{ session: [] }, { key: [] }];

/** OpenAPI 3.1 from the contract, and a page to browse it. Must be registered before the routes that it describes. */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Varde',
        version: '1',
        description:
          'Calls that change something need the header X-Varde-Context (PROFFWEB or AHP). Every call takes the query parameter roles, repeated: ids of roles of the caller, whose rights alone count then. Errors are application/problem+json.',
      },
      components: { securitySchemes: schemes },
      security: [{ session: [] }],
    },
    hideUntagged: true,
    transform: jsonSchemaTransform,
  });
  let prepared: Promise<PreparedAnswer> | null = null;
  const prepare = () => prepareAnswer('application/json; charset=utf-8', JSON.stringify(app.swagger()));
  await app.register(swaggerUi, {
    routePrefix: apiDocsPath,
    uiHooks: {
      // Instead of the plugin's own answers: it would write 700 kB for each.
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { url } = request.routeOptions;
        if (url === `${apiDocsPath}/yaml`) throw new AppError('notFound');
        if (url !== `${apiDocsPath}/json`) return;
        prepared ??= prepare();
        return sendPrepared(await prepared, request, reply);
      },
    },
  });
}
