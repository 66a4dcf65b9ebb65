import { createRoute, useNavigate } from '@tanstack/react-router';
import { idField } from '@varde/contract/filters';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const RolePoliciesPage = lazyPage(
  async () =>
    (await withAdministrationTexts(() => import('#features/role-policies/role-policies-page.tsx'))).RolePoliciesPage,
);

/** The policies of roles at a customer; the chosen customer is in the address. */
export const rolePoliciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/permissions',
  validateSearch: searchReader({ cust: parameter(idField) }),
  component: RolePoliciesRoute,
});

function RolePoliciesRoute() {
  const { cust = null } = rolePoliciesRoute.useSearch();
  const navigate = useNavigate({ from: rolePoliciesRoute.fullPath });
  return <RolePoliciesPage custId={cust} onChoose={(custId) => void navigate({ search: { cust: custId } })} />;
}
