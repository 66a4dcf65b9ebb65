import { createRoute, useNavigate } from '@tanstack/react-router';
import { idField } from '@varde/contract/filters';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const PartnersPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/partners/partners-page.tsx'))).PartnersPage,
);

/** Partners and their prices; the chosen partner is in the address. */
export const partnersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/partners',
  validateSearch: searchReader({ cust: parameter(idField) }),
  component: PartnersRoute,
});

function PartnersRoute() {
  const { cust = null } = partnersRoute.useSearch();
  const navigate = useNavigate({ from: partnersRoute.fullPath });
  return <PartnersPage custId={cust} onChoose={(custId) => void navigate({ search: { cust: custId ?? undefined } })} />;
}
