import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

/** The field for the customer has its texts among those of the administration. */
const loadPage = () =>
  withAdministrationTexts(() => withDevicePageTexts(() => import('#features/add-device/add-device-page.tsx')));
const AddDevicePage = lazyPage(async () => (await loadPage()).AddDevicePage);

export const addVardeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add_varde',
  component: () => <AddDevicePage twinOf={null} />,
});

export const importDevicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add_varde/import',
  component: lazyPage(
    async () => (await withDevicePageTexts(() => import('#features/add-device/import-page.tsx'))).ImportPage,
  ),
});

/** The same in twin mode. */
export const addTwinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add_varde/twin={$deviceId}',
  component: AddTwinRoute,
});

function AddTwinRoute() {
  const { deviceId } = addTwinRoute.useParams();
  return <AddDevicePage key={deviceId} twinOf={Number(deviceId)} />;
}
