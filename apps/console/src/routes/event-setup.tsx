import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const EventSetupPage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/event-setup/event-setup-page.tsx'))).EventSetupPage,
);

/** The notification list of a device. */
export const eventSetupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/event_setup/$deviId',
  component: EventSetupRoute,
});

function EventSetupRoute() {
  const { deviId } = eventSetupRoute.useParams();
  return <EventSetupPage key={deviId} deviId={Number(deviId)} />;
}
