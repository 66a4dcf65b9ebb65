import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const deletedUsersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/deleted',
  component: lazyRouteComponent(
    () => withAdministrationTexts(() => import('#features/users/deleted-users-page.tsx')),
    'DeletedUsersPage',
  ),
});
