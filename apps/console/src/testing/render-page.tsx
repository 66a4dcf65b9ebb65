import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
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
    theme: null,
    context: 'PROFFWEB',
    custId: null,
    roles: [{ role: 'FIRM', selected: true }],
    abilities: [],
    pending: [],
    ...fields,
  };
}

/** Renders a part that needs a router (for links) and a logged-in user. */
export async function renderPage(part: ReactNode, session: Session = sessionRecord(), at = '/') {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part, notFoundComponent: () => part }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, session);
  return { ...renderPart(<RouterProvider<AnyRouter> router={router} />, cache), cache, router };
}
