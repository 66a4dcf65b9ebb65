import type { App } from '@varde/server/app';

/** Every route that the server answers, as `GET /path`, read from its own tree. The HEAD of a GET is left out. */
export function servedRoutes(http: App['http']): string[] {
  const path: string[] = [];
  const routes: string[] = [];
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods] = /^(.*?)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (segment === '') continue;
    path.splice(indent.length / 4, path.length, segment);
    for (const method of methods?.split(', ') ?? []) if (method !== 'HEAD') routes.push(`${method} ${path.join('')}`);
  }
  return routes;
}
