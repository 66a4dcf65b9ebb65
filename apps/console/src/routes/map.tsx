import { createRoute, useNavigate } from '@tanstack/react-router';
import { deviceFilterFields } from '@varde/contract/filters';
import * as z from 'zod/mini';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';
import { listFilters } from './vardes.tsx';

const AllDevicesPage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/device/all/all-devices-page.tsx'))).AllDevicesPage,
);

const readFilter = searchReader({
  ...listFilters,
  search: parameter(deviceFilterFields.search),
  filters: parameter(z.string().check(z.regex(/^[A-Z_,]+$/))),
});

/** All devices on the map. The filters of the device list are in its address, and those by warnings, which its page knows. */
export const mapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/map',
  validateSearch: readFilter,
  component: MapRoute,
});

function MapRoute() {
  const navigate = useNavigate();
  return (
    <AllDevicesPage
      choice={mapRoute.useSearch()}
      onChoice={(choice) => void navigate({ to: '/map', search: readFilter(choice), replace: true })}
    />
  );
}
