import { NotLoaded } from '#kit/state/load-failed.tsx';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** All about one alarm; code and texts are loaded on request. */
export const AlarmContext = lazyPart(
  async () =>
    (await withAdministrationTexts(() => withDevicePageTexts(() => import('./alarm-context.tsx')))).AlarmContext,
  NotLoaded,
);
