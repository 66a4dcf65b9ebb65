import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useOneAtATime } from '../steady/use-one-at-a-time.ts';
import type { Action } from './action.ts';
import { actionLook } from './action-look.tsx';

/** Actions behind one button, which is absent when none of them is visible. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const oneAtATime = useOneAtATime();
  const visible = actions.filter((action) => action.visible);
  if (visible.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {visible.map((action) => {
          const { key, name, perform } = action;
          return typeof perform === 'string' ? (
            <Menu.Item key={key} component="a" href={`#${perform}`} {...actionLook(action)}>
              {name}
            </Menu.Item>
          ) : (
            <Menu.Item key={key} onClick={() => void oneAtATime(perform, key)} {...actionLook(action)}>
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
