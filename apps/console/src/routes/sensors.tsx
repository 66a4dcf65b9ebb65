import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const Pages = lazyPage(
  async () =>
    (await withDevicePageTexts(() => import('#features/settings/sensors/sensor-pages.tsx'))).SensorPages,
);

const base = '/settings/$deviId/$dehaId';

/** Local learning: new sensors for a unit. */
const addSensorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: `${base}/sensor/add`,
  component: () => <Pages {...addSensorRoute.useParams()} page="add" />,
});

/** One sensor of a device. */
const sensorInfoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: `${base}/info/sensor/$sensorId`,
  component: () => <Pages {...sensorInfoRoute.useParams()} page="info" />,
});

/** What a sensor watches for. */
const sensorConfigRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: `${base}/config/sensor/$sensorId`,
  component: () => <Pages {...sensorConfigRoute.useParams()} page="config" />,
});

export const sensorPageRoutes = [addSensorRoute, sensorInfoRoute, sensorConfigRoute] as const;
