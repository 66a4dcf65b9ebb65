import { createRoute } from '@tanstack/react-router';
import { AlarmsPage } from '#features/alarms/alarms-page.tsx';
import { rootRoute } from './root.tsx';

/** Part of the first load: alarms are shown here whatever becomes of the network after it. */
export const alarmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alarms',
  component: AlarmsPage,
});
