import { NotLoaded } from '#kit/state/load-failed.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** The timeline of an alarm; code and texts are loaded on request. */
export const AlarmTimeline = lazyPart(
  async () => (await withAdministrationTexts(() => import('./alarm-timeline.tsx'))).AlarmTimeline,
  NotLoaded,
);
