import {
  type AnyRoute,
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { Session } from '@varde/contract/session';
import type { ReactNode } from 'react';
import { createQueryClient } from '#data/api/query-client.ts';
import { sessionQuery } from '#data/session.ts';
import { renderPart } from './render-part.tsx';

/** The session of a logged-in user, for tests. */
export function sessionRecord(fields: Partial<Session> = {}): Session {
  return {
    userId: 1,
    username: 'kari',
    firstName: 'Kari',
    lastName: 'Nes',
    language: 'nb',
    timeZone: 'Europe/Oslo',
    theme: null,
    context: 'PROFFWEB',
    custId: null,
    roles: [{ role: 'FIRM', selected: true }],
    abilities: [],
    pending: [],
    ...fields,
  };
}

/** Renders a part that needs a router (for links) and a logged-in user. `within`: the page that it is around, if any. */
export async function renderPage(part: ReactNode, session: Session = sessionRecord(), at = '/', within = part) {
  const root = createRootRoute({ component: () => part, notFoundComponent: () => within });
  return renderTree(root, session, at);
}

type PathParameters = Readonly<Partial<Record<string, string>>>;

/** Renders a page that reads its state from its address, at an address of that form. */
export async function renderRoute(path: string, page: (params: PathParameters) => ReactNode, at: string) {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component: () => page(route.useParams()),
  });
  return renderTree(root.addChildren([route]), sessionRecord(), at);
}

async function renderTree(routeTree: AnyRoute, session: Session, at: string) {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) });
  await router.load();
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, session);
  return { ...renderPart(<RouterProvider<AnyRouter> router={router} />, cache), cache, router };
}
