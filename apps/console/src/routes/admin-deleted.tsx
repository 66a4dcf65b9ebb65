import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

export const deletedUsersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/deleted',
  component: lazyPage(
    async () =>
      (await withAdministrationTexts(() => import('#features/users/deleted-users-page.tsx'))).DeletedUsersPage,
  ),
});
