import { createRoute, useNavigate, useParams } from '@tanstack/react-router';
import { possibleStatuses } from '@varde/catalogue/possible-statuses';
import type { StatusKey } from '@varde/catalogue/statuses';
import { lazyPage } from '#kit/lazy-page.tsx';
import { rootRoute } from './root.tsx';

const sorts = ['name', 'lastContactAscending', 'lastContactDescending'] as const;
const DeviceListPage = lazyPage(
  async () => (await import('#features/devices/device-list-page.tsx')).DeviceListPage,
);

interface ListSearch {
  status?: StatusKey | undefined;
  sort?: (typeof sorts)[number] | undefined;
}

/** The device list. The search is a part of the path, `vardes/search={serial}`; filter and order stand behind it. */
export const vardesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vardes',
  // The router lays the answer over what was given: what is wrong has to be taken out by name.
  validateSearch: (given: Record<string, unknown>): ListSearch => ({
    status: possibleStatuses.find((key) => key === given.status),
    sort: sorts.find((each) => each === given.sort),
  }),
  component: VardesRoute,
});

export const vardesSearchRoute = createRoute({ getParentRoute: () => vardesRoute, path: 'search={$serial}' });

function VardesRoute() {
  const { serial } = useParams({ strict: false });
  const { status, sort } = vardesRoute.useSearch();
  const navigate = useNavigate();
  return (
    <DeviceListPage
      filter={{ search: serial, status, sort }}
      onFilter={(filter) => {
        const search = {
          ...(filter.status ? { status: filter.status } : {}),
          ...(filter.sort && filter.sort !== 'default' ? { sort: filter.sort } : {}),
        };
        void (filter.search
          ? navigate({
              to: '/vardes/search={$serial}',
              params: { serial: filter.search },
              search,
              replace: true,
            })
          : navigate({ to: '/vardes', search, replace: true }));
      }}
    />
  );
}
