import { createRoute, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

/** Choices for the number of positions on the map (specification 2, section 9). */
const counts = [1, 10, 25, 50] as const;
const DevicePage = lazyPage(
  async () => (await withDevicePageTexts(() => import('#features/device/map/device-page.tsx'))).DevicePage,
);

/** Map and log of one device; only the log for a device without positioning. */
export const mapsingleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mapsingle/$deviId',
  validateSearch: searchReader({ count: parameter(z.pipe(z.coerce.number(), z.literal(counts))) }),
  component: MapsingleRoute,
});

function MapsingleRoute() {
  const { deviId } = mapsingleRoute.useParams();
  const { count = 10 } = mapsingleRoute.useSearch();
  const navigate = useNavigate();
  return (
    <DevicePage
      key={deviId}
      deviId={Number(deviId)}
      count={count}
      counts={counts}
      onCount={(next) => {
        const chosen = counts.find((each) => each === next);
        void navigate({
          to: '/mapsingle/$deviId',
          params: { deviId },
          search: { count: chosen },
          replace: true,
        });
      }}
    />
  );
}
