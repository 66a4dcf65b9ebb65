import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

const SettingsPage = lazyRouteComponent(() => import('#features/settings/settings-page.tsx'), 'SettingsPage');

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$deviId/$dehaId',
  component: SettingsRoute,
});

function SettingsRoute() {
  const { deviId } = settingsRoute.useParams();
  return <SettingsPage key={deviId} deviId={Number(deviId)} />;
}
