import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const unknownDevicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/unknown',
  component: lazyRouteComponent(
    () => import('#features/administration/unknown-devices-page.tsx'),
    'UnknownDevicesPage',
  ),
});
