import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const outboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/outbox',
  component: lazyRouteComponent(() => import('#features/outbox/outbox-page.tsx'), 'OutboxPage'),
});
