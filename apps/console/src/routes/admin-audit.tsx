import { createRoute, useNavigate } from '@tanstack/react-router';
import { readAuditFilter } from '#features/audit/audit-filter.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const AuditPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/audit/audit-page.tsx'))).AuditPage,
);

/** The audit log; its filter is in the address. */
export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/audit',
  validateSearch: readAuditFilter,
  component: AuditRoute,
});

function AuditRoute() {
  const navigate = useNavigate({ from: auditRoute.fullPath });
  return <AuditPage filter={auditRoute.useSearch()} onFilter={(search) => void navigate({ search, replace: true })} />;
}

/** The audit log of one device (specification 1, section 2): the same screen, filtered. */
export const deviceAuditLogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device_audit_log/$deviId',
  component: DeviceAuditLogRoute,
});

function DeviceAuditLogRoute() {
  const { deviId } = deviceAuditLogRoute.useParams();
  const navigate = useNavigate();
  return (
    <AuditPage
      filter={readAuditFilter({ device: deviId })}
      onFilter={(search) => void navigate({ to: '/admin/audit', search })}
    />
  );
}
