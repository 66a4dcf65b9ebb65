import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built console. File names below `assets/` hold a hash of their content, so they are kept for ever. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('there is no built console to serve (npm run build makes it)');
    return;
  }
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    dotfiles: 'ignore', // the build's manifest names every source and package
    setHeaders: (reply, path) => {
      const immutable = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/');
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
