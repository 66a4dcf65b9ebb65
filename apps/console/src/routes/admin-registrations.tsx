import { createRoute, lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const RegistrationsPage = lazyRouteComponent(
  () => withAdministrationTexts(() => import('#features/registrations/registrations-page.tsx')),
  'RegistrationsPage',
);

/** Firms that wait for a decision; which one is chosen stands in the address. */
export const registrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/registrations',
  validateSearch: (given: Record<string, unknown>) => {
    const registration = Number(given.registration);
    return Number.isInteger(registration) && registration > 0 ? { registration } : {};
  },
  component: RegistrationsRoute,
});

function RegistrationsRoute() {
  const { registration } = registrationsRoute.useSearch();
  const navigate = useNavigate({ from: registrationsRoute.fullPath });
  return (
    <RegistrationsPage
      registrationId={registration ?? null}
      onChoose={(chosen) => void navigate({ search: chosen === null ? {} : { registration: chosen } })}
    />
  );
}
