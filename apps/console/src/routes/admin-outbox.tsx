import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const outboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/outbox',
  component: lazyPage(
    async () => (await withAdministrationTexts(() => import('#features/outbox/outbox-page.tsx'))).OutboxPage,
  ),
});
