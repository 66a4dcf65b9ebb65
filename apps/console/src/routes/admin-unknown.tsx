import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const unknownDevicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/unknown',
  component: lazyPage(
    async () =>
      (await withAdministrationTexts(() => import('#features/administration/unknown-devices-page.tsx')))
        .UnknownDevicesPage,
  ),
});
