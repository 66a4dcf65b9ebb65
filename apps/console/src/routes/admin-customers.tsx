import { createRoute, useNavigate } from '@tanstack/react-router';
import { customerFilterFields, idField } from '@varde/contract/filters';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const CustomersPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/customers/customers-page.tsx'))).CustomersPage,
);

/** The tree of customers; the search and the chosen customer are in the address. */
export const customersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/customers',
  validateSearch: searchReader({
    cust: parameter(idField),
    search: parameter(customerFilterFields.search),
  }),
  component: CustomersRoute,
});

function CustomersRoute() {
  const { cust = null, search = '' } = customersRoute.useSearch();
  const navigate = useNavigate({ from: customersRoute.fullPath });
  return (
    <CustomersPage
      custId={cust}
      search={search}
      onChoose={(custId) => void navigate({ search: (before) => ({ ...before, cust: custId ?? undefined }) })}
      onSearch={(words) =>
        void navigate({
          search: (before) => ({ ...before, search: words || undefined }),
          replace: true,
        })
      }
    />
  );
}
