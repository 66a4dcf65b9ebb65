import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useOneAtATime } from '../steady/use-one-at-a-time.ts';
import type { Action } from './action.ts';
import { actionLook } from './action-look.tsx';
import { dangerousLast, startsDangerous } from './dangerous-last.ts';

/**
 * Actions behind one button, which is absent when none of them is visible. The dangerous ones are last, and apart. The
 * open menu is a part of the region that its button is in, for whoever goes from region to region.
 */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const oneAtATime = useOneAtATime();
  const visible = dangerousLast(actions.filter((action) => action.visible));
  if (visible.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {visible.map((action, at) => (
          <Fragment key={action.key}>
            {startsDangerous(visible, at) && <Menu.Divider />}
            <Item action={action} oneAtATime={oneAtATime} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  action: Action;
  oneAtATime: ReturnType<typeof useOneAtATime>;
}

function Item({ action, oneAtATime }: ItemProps) {
  const { key, name, perform } = action;
  return typeof perform === 'string' ? (
    <Menu.Item component="a" href={`#${perform}`} {...actionLook(action)}>
      {name}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={() => void oneAtATime(perform, key)} {...actionLook(action)}>
      {name}
    </Menu.Item>
  );
}
