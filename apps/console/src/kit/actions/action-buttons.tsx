import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOneAtATime } from '../steady/use-one-at-a-time.ts';
import type { Action } from './action.ts';
import styles from './action-buttons.module.css';
import { actionLook } from './action-look.tsx';

/** Actions as buttons in a row, for headers. The action whose page is open is highlighted. */
export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  return actions.filter(({ visible }) => visible).map((action) => <ActionButton key={action.key} action={action} />);
}

/** Pressed twice it performs its action once: until that is done it takes no other press. */
function ActionButton({ action }: { action: Action }) {
  const oneAtATime = useOneAtATime();
  const { name, perform } = action;
  const look = { size: 'xs', variant: 'default', className: styles.button, ...actionLook(action) };
  if (typeof perform === 'string')
    return (
      <Button {...look} renderRoot={(props) => <Link {...props} to={perform} />}>
        {name}
      </Button>
    );
  return (
    <Button {...look} onClick={() => void oneAtATime(perform)}>
      {name}
    </Button>
  );
}
