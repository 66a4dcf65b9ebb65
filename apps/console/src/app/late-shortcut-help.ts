import { NotLoaded } from '#kit/state/load-failed.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** The help of the keys; code and texts are loaded when it is asked for. */
export const ShortcutHelp = lazyPart(
  async () => (await withAdministrationTexts(() => import('./shortcut-help.tsx'))).ShortcutHelp,
  NotLoaded,
);
