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

/** Somebody who is logged in, for tests. */
export function sessionRecord(fields: Partial<Session> = {}): Session {
  return {
    userId: 1,
    username: 'kari',
    firstName: 'Kari',
    lastName: 'Nes',
    language: 'nb',
    theme: null,
    context: 'PROFFWEB',
    roles: [{ role: 'FIRM', selected: true }],
    abilities: [],
    pending: [],
    ...fields,
  };
}

/** Renders what needs a router around it, for links, and somebody who is logged in. */
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
