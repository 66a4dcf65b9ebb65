import { createRoute, lazyRouteComponent, useNavigate, useParams } from '@tanstack/react-router';
import { statuses } from '@varde/catalogue/statuses';
import { rootRoute } from './root.tsx';

const sorts = ['name', 'lastContactAscending', 'lastContactDescending'] as const;
const DeviceListPage = lazyRouteComponent(
  () => import('#features/devices/device-list-page.tsx'),
  'DeviceListPage',
);

/** The device list. The search is a part of the path, `vardes/search={serial}`; filter and order stand behind it. */
export const vardesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vardes',
  validateSearch: (given: Record<string, unknown>) => {
    const status = statuses.find(({ key }) => key === given.status)?.key;
    const sort = sorts.find((each) => each === given.sort);
    return { ...(status ? { status } : {}), ...(sort ? { sort } : {}) };
  },
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
