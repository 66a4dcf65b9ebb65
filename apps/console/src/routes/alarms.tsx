import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const alarmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alarms',
  component: lazyRouteComponent(() => import('#features/alarms/alarms-page.tsx'), 'AlarmsPage'),
});
