import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { rootRoute } from './root.tsx';

const SettingsPage = lazyPage(
  async () => (await import('#features/settings/settings-page.tsx')).SettingsPage,
);

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$deviId/$dehaId',
  component: SettingsRoute,
});

function SettingsRoute() {
  const { deviId } = settingsRoute.useParams();
  return <SettingsPage key={deviId} deviId={Number(deviId)} />;
}
