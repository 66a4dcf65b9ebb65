import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Action } from './action.ts';

/** Actions behind one button; nothing where none is visible. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
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
        {visible.map(({ key, name, icon: Icon, dangerous = false, perform }) => {
          const look = {
            leftSection: <Icon size={16} aria-hidden />,
            // Mantine's red has too little contrast on white
            ...(dangerous ? { style: { color: 'var(--varde-status-alarm)' } } : {}),
          };
          return typeof perform === 'string' ? (
            <Menu.Item key={key} component="a" href={perform} {...look}>
              {name}
            </Menu.Item>
          ) : (
            <Menu.Item key={key} onClick={() => void perform()} {...look}>
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
