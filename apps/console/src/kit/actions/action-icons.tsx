import type { Action } from './action.ts';

/** Actions as small icons beside each other, for rows. Their names say what they are about. */
export function ActionIcons({
  actions,
  className,
}: {
  actions: readonly Action[];
  className: string | undefined;
}) {
  return actions
    .filter(({ visible }) => visible)
    .map(({ key, name, icon: Icon, perform }) => {
      const words = { className, 'aria-label': name, title: name };
      const drawing = <Icon size={18} aria-hidden />;
      if (typeof perform === 'string')
        return (
          <a key={key} href={perform} {...words}>
            {drawing}
          </a>
        );
      return (
        <button key={key} type="button" onClick={() => void perform()} {...words}>
          {drawing}
        </button>
      );
    });
}
