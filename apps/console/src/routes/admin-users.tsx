import { createRoute, useNavigate } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const UsersPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/users/users-page.tsx'))).UsersPage,
);
const states = ['active', 'invited', 'inactive', 'temporary'] as const;

/** Users; the search, the filter and who is chosen stand in the address. */
export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/users',
  validateSearch: (given: Record<string, unknown>) => {
    const user = Number(given.user);
    const search = typeof given.search === 'string' ? given.search : '';
    const state = states.find((each) => each === given.state);
    return {
      ...(Number.isInteger(user) && user > 0 ? { user } : {}),
      ...(search ? { search } : {}),
      ...(state ? { state } : {}),
    };
  },
  component: UsersRoute,
});

function UsersRoute() {
  const { user, ...filter } = usersRoute.useSearch();
  const navigate = useNavigate({ from: usersRoute.fullPath });
  return (
    <UsersPage
      userId={user ?? null}
      filter={filter}
      onChoose={(userId) => void navigate({ search: userId === null ? filter : { ...filter, user: userId } })}
      onFilter={({ search, state }) =>
        void navigate({
          search: { ...(user ? { user } : {}), ...(search ? { search } : {}), ...(state ? { state } : {}) },
          replace: true,
        })
      }
    />
  );
}
