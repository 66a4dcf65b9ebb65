import { createRoute, useNavigate, useParams } from '@tanstack/react-router';
import { possibleStatuses } from '@varde/catalogue/possible-statuses';
import { deviceFilterFields, deviceSorts } from '@varde/contract/filters';
import * as z from 'zod/mini';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { rootRoute } from './root.tsx';

const DeviceListPage = lazyPage(
  async () => (await import('#features/devices/device-list-page.tsx')).DeviceListPage,
);

/** The last part of the path, which is the search. */
const readPath = searchReader({ serial: parameter(deviceFilterFields.search) });

/** The device list. The search is a part of the path, `vardes/search={serial}`; filter and order stand behind it. */
export const vardesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vardes',
  validateSearch: searchReader({
    status: parameter(z.enum(possibleStatuses)),
    sort: parameter(z.enum(deviceSorts)),
  }),
  component: VardesRoute,
});

export const vardesSearchRoute = createRoute({ getParentRoute: () => vardesRoute, path: 'search={$serial}' });

function VardesRoute() {
  const { serial } = readPath(useParams({ strict: false }));
  const { status, sort } = vardesRoute.useSearch();
  const navigate = useNavigate();
  return (
    <DeviceListPage
      filter={{ search: serial, status, sort }}
      onFilter={(filter) => {
        const sort = filter.sort === 'default' ? undefined : filter.sort;
        const search = { status: filter.status, sort };
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
