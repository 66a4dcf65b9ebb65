import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: lazyRouteComponent(
    () => withAdministrationTexts(() => import('#features/profile/profile-page.tsx')),
    'ProfilePage',
  ),
});
