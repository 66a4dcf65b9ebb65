import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const alarmPathRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/alarm_path',
  component: lazyPage(
    async () =>
      (await withAdministrationTexts(() => import('#features/administration/alarm-path-page.tsx'))).AlarmPathPage,
  ),
});
