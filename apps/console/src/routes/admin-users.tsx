import { createRoute, useNavigate } from '@tanstack/react-router';
import { idField, userFilterFields } from '@varde/contract/filters';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const UsersPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/users/users-page.tsx'))).UsersPage,
);

/** Users; the search, the filter and the chosen user are in the address. */
export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/users',
  validateSearch: searchReader({
    user: parameter(idField),
    search: parameter(userFilterFields.search),
    state: parameter(userFilterFields.state),
  }),
  component: UsersRoute,
});

function UsersRoute() {
  const { user, ...filter } = usersRoute.useSearch();
  const navigate = useNavigate({ from: usersRoute.fullPath });
  return (
    <UsersPage
      userId={user ?? null}
      filter={filter}
      onChoose={(userId) => void navigate({ search: { ...filter, user: userId ?? undefined } })}
      onFilter={({ search, state }) =>
        void navigate({ search: { user, search: search || undefined, state }, replace: true })
      }
    />
  );
}
