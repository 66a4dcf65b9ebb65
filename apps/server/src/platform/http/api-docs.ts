import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { describeInterface } from '@varde/contract/openapi/description';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { type PreparedAnswer, prepareAnswer, sendPrepared } from './prepared-answer.ts';

export const apiDocsPath = '/ajax/docs';

/** OpenAPI 3.1 from the contract, and a page to browse it. */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  // The page needs the plugin, which is not asked: it would describe the routes, which know less than the contract.
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
  let prepared: Promise<PreparedAnswer> | null = null;
  const prepare = () => prepareAnswer('application/json; charset=utf-8', JSON.stringify(describeInterface()));
  await app.register(swaggerUi, {
    routePrefix: apiDocsPath,
    uiHooks: {
      // Instead of the plugin's own answers: it would write 400 kB for each.
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
