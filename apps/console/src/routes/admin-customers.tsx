import { createRoute, useNavigate } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const CustomersPage = lazyPage(
  async () =>
    (await withAdministrationTexts(() => import('#features/customers/customers-page.tsx'))).CustomersPage,
);

/** The tree of customers; the search and the chosen customer stand in the address. */
export const customersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/customers',
  validateSearch: (given: Record<string, unknown>) => {
    const cust = Number(given.cust);
    const search = typeof given.search === 'string' ? given.search : '';
    return { ...(Number.isInteger(cust) && cust > 0 ? { cust } : {}), ...(search ? { search } : {}) };
  },
  component: CustomersRoute,
});

function CustomersRoute() {
  const { cust = null, search = '' } = customersRoute.useSearch();
  const navigate = useNavigate({ from: customersRoute.fullPath });
  return (
    <CustomersPage
      custId={cust}
      search={search}
      onChoose={(custId) =>
        void navigate({
          search: ({ cust: _, ...before }) => ({ ...before, ...(custId === null ? {} : { cust: custId }) }),
        })
      }
      onSearch={(words) =>
        void navigate({
          search: ({ search: _, ...before }) => ({ ...before, ...(words ? { search: words } : {}) }),
          replace: true,
        })
      }
    />
  );
}
