import { NotLoaded } from '#kit/state/load-failed.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** The outages; code and texts are loaded after the alarms. */
export const Outages = lazyPart(
  async () => (await withAdministrationTexts(() => import('./outages.tsx'))).Outages,
  NotLoaded,
);
