import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { RetriedBesideAlarms } from './retried-beside-alarms.tsx';

/** What is beside the alarms on their page; code and texts are loaded after the alarms. */
export const Outages = lazyPart(
  async () => (await withAdministrationTexts(() => import('./outages.tsx'))).Outages,
  RetriedBesideAlarms,
);

export const RecentlyReset = lazyPart(
  async () => (await withAdministrationTexts(() => import('./recently-reset.tsx'))).RecentlyReset,
  RetriedBesideAlarms,
);
