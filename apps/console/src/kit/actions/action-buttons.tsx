import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Action } from './action.ts';
import styles from './action-buttons.module.css';
import { actionLook } from './action-look.tsx';

/** Actions as buttons in a row, for headers. The action whose page is open is highlighted. */
export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  return actions
    .filter(({ visible }) => visible)
    .map((action) => {
      const { key, name, perform } = action;
      const look = { size: 'xs', variant: 'default', className: styles.button, ...actionLook(action) };
      return typeof perform === 'string' ? (
        <Button key={key} {...look} renderRoot={(props) => <Link {...props} to={perform} />}>
          {name}
        </Button>
      ) : (
        <Button key={key} {...look} onClick={() => void perform()}>
          {name}
        </Button>
      );
    });
}
