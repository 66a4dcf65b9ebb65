import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { rootRoute } from './root.tsx';

export const unknownDevicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/unknown',
  component: lazyPage(
    async () => (await import('#features/administration/unknown-devices-page.tsx')).UnknownDevicesPage,
  ),
});
