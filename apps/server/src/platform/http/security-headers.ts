import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Strict headers for everything served. Styles may stand inline because the console's component library sets them
 * so; scripts may not. The map library starts its worker from a blob in some browsers.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { tilesUrl, https }: { tilesUrl: string | null; https: boolean },
): Promise<void> {
  const tiles = tilesUrl === null ? [] : [originOf(tilesUrl)];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        mediaSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...tiles],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Browsers ignore both on plain HTTP and complain of them.
    strictTransportSecurity: https,
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Origin of a tile URL template; a host like `{s}.tile.example` becomes `*.tile.example`. */
function originOf(template: string): string {
  const { protocol, host } = new URL(template.replaceAll(/\{[^}]*\}/g, 'x'));
  return `${protocol}//${/^[a-z]+:\/\/\{[^}]*\}\./i.test(template) ? `*.${host.split('.').slice(1).join('.')}` : host}`;
}
