import { createRoute, lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import { idField } from '@varde/contract/filters';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const RegistrationsPage = lazyRouteComponent(
  () => withAdministrationTexts(() => import('#features/registrations/registrations-page.tsx')),
  'RegistrationsPage',
);

/** Firms that wait for a decision; the chosen one is in the address. */
export const registrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/registrations',
  validateSearch: searchReader({ registration: parameter(idField) }),
  component: RegistrationsRoute,
});

function RegistrationsRoute() {
  const { registration } = registrationsRoute.useSearch();
  const navigate = useNavigate({ from: registrationsRoute.fullPath });
  return (
    <RegistrationsPage
      registrationId={registration ?? null}
      onChoose={(chosen) => void navigate({ search: { registration: chosen ?? undefined } })}
    />
  );
}
