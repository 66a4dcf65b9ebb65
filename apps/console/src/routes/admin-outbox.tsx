import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const outboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/outbox',
  component: lazyRouteComponent(
    () => withAdministrationTexts(() => import('#features/outbox/outbox-page.tsx')),
    'OutboxPage',
  ),
});
