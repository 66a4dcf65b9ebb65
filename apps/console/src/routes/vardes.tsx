import { createRoute, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { possibleStatuses } from '@varde/catalogue/possible-statuses';
import { deviceColumnsField, deviceFilterFields, deviceSorts } from '@varde/contract/filters';
import * as z from 'zod/mini';
import { recalledFilter, rememberFilter } from '#data/device-filter-memory.ts';
import { parameter, parameters, searchReader } from '#data/search-parameters.ts';
import { useSession } from '#data/session.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const DeviceListPage = lazyPage(async () => (await import('#features/devices/device-list-page.tsx')).DeviceListPage);

const FamilyPage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/devices/family-page.tsx'))).FamilyPage,
);

const OpenViewPage = lazyPage(async () => (await import('#features/views/open-view-page.tsx')).OpenViewPage);

/** The last part of the path is the search. */
const { search: words, ...filters } = deviceFilterFields;
const readPath = searchReader({ serial: parameter(words) });

/** The filters but the search, of the addresses of the list and of the map. */
export const listFilters = {
  ...parameters(filters),
  status: parameter(z.enum(possibleStatuses)),
  filter: parameter(z.enum(alarmFilters.map(({ key }) => key))),
};

/** Order and filters, in the query string and remembered by the browser for its user. */
const readFilter = searchReader({
  ...listFilters,
  sort: parameter(z.enum(deviceSorts)),
  columns: parameter(deviceColumnsField),
});

/** The device list. The search is a part of the path, `vardes/search={serial}`. */
export const vardesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vardes',
  validateSearch: readFilter,
  component: VardesRoute,
});

/** Applies a saved view for the user, and opens the list. */
export const viewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/views/$viewId',
  component: () => <OpenViewPage viewId={Number(viewRoute.useParams().viewId)} />,
});

export const vardesSearchRoute = createRoute({ getParentRoute: () => vardesRoute, path: 'search={$serial}' });

function VardesRoute() {
  const { serial } = readPath(useParams({ strict: false }));
  const shown = vardesRoute.useSearch();
  const navigate = useNavigate();
  const { userId, abilities } = useSession();
  const recalled = readFilter(recalledFilter(userId));
  const open = (search: ReturnType<typeof readFilter>, words?: string) =>
    void (words
      ? navigate({ to: '/vardes/search={$serial}', params: { serial: words }, search, replace: true })
      : navigate({ to: '/vardes', search, replace: true }));
  const change = (search: ReturnType<typeof readFilter>, words?: string) => {
    rememberFilter(userId, search);
    open(search, words);
  };
  if (serial === undefined && !narrows(shown) && narrows(recalled))
    return <Navigate to="/vardes" search={recalled} replace />;
  const Page = abilities.includes('private') ? FamilyPage : DeviceListPage;
  return (
    <Page
      filter={{ search: serial, ...shown, columns: shown.columns ?? recalled.columns }}
      onFilter={({ search: words, ...filter }) => {
        const search = readFilter({ ...filter, sort: filter.sort === 'default' ? undefined : filter.sort });
        // A search is not remembered, and leaves what is: the address of a device has no filters.
        if (words === serial) change(search, words);
        else open(search, words);
      }}
      onClear={(words) => change({ ...noFilter, sort: shown.sort, columns: shown.columns ?? recalled.columns }, words)}
    />
  );
}

const noFilter = readFilter({});

const narrows = (filter: object) => Object.values(filter).some((value) => value !== undefined);
