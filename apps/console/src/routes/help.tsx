import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const HelpPage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/device/help/help-page.tsx'))).HelpPage,
);

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/$topic',
  component: () => <HelpPage topic={helpRoute.useParams().topic} />,
});
