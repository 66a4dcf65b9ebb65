import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const CallLogPage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/device/logs/call-log-page.tsx'))).CallLogPage,
);

/** The call log of a device (specification 1, section 2). */
export const deviceCallLogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device_call_log/$deviId',
  component: DeviceCallLogRoute,
});

function DeviceCallLogRoute() {
  const { deviId } = deviceCallLogRoute.useParams();
  return <CallLogPage key={deviId} deviId={Number(deviId)} />;
}
