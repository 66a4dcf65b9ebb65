import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const SettingsPage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/device/settings-page.tsx'))).SettingsPage,
);

/** The page of a device; the open tab, or what is shown instead of the tabs, is the last part of its address. */
export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
  component: SettingsRoute,
});

function SettingsRoute() {
  const { deviId, ...at } = settingsRoute.useParams();
  return <SettingsPage key={deviId} deviId={Number(deviId)} {...at} />;
}
