import { useOneAtATime } from '../steady/use-one-at-a-time.ts';
import type { Action } from './action.ts';

/**
 * Actions as small icons in a row, for table rows, with their full names. Plain links instead of the router's `Link`:
 * the router notices a changed hash by itself, and a row renders in half the time.
 */
export function ActionIcons({ actions, className }: { actions: readonly Action[]; className: string | undefined }) {
  const oneAtATime = useOneAtATime();
  return actions
    .filter(({ visible }) => visible)
    .map(({ key, fullName, icon: Icon, perform }) => {
      const words = { className, 'aria-label': fullName, title: fullName, 'data-action': key };
      const drawing = <Icon size={18} aria-hidden />;
      if (typeof perform === 'string')
        return (
          <a key={key} href={`#${perform}`} {...words}>
            {drawing}
          </a>
        );
      return (
        <button key={key} type="button" onClick={() => void oneAtATime(perform, key)} {...words}>
          {drawing}
        </button>
      );
    });
}
