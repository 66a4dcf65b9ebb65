import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPart } from '../testing/render-part.tsx';

const sheet = document.createElement('style');
beforeEach(() => {
  sheet.textContent = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
  document.head.append(sheet);
});
afterEach(() => sheet.remove());

const opacityIn = (element: HTMLElement) => {
  const icon = element.querySelector('svg');
  if (!icon) throw new Error('no icon');
  return getComputedStyle(icon).opacity;
};

it('an icon in a row that ignores presses for a moment, or in a form that is read only, is not dimmed further [C9.15]', () => {
  renderPart(
    <fieldset disabled aria-label="Skjema">
      <ul>
        <li aria-disabled="true">
          <IconBell />
        </li>
      </ul>
    </fieldset>,
  );
  expect(opacityIn(screen.getByRole('group', { name: 'Skjema' }))).toBe('0.8');
});

it('an icon has an opacity of 0.8, and of 0.3 in what is disabled [C9.15]', () => {
  for (const disabled of [false, true]) {
    const { unmount } = renderPart(
      <>
        <ActionIcon disabled={disabled} aria-label="Varsle">
          <IconBell />
        </ActionIcon>
        <Button disabled={disabled} leftSection={<IconBell />}>
          Varsle nå
        </Button>
        <Menu opened withinPortal={false} transitionProps={{ duration: 0 }}>
          <Menu.Dropdown>
            <Menu.Item disabled={disabled} leftSection={<IconBell />}>
              Varsle alle
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </>,
    );
    const opacity = disabled ? '0.3' : '0.8';
    expect(opacityIn(screen.getByRole('button', { name: 'Varsle' }))).toBe(opacity);
    expect(opacityIn(screen.getByRole('button', { name: 'Varsle nå' }))).toBe(opacity);
    expect(opacityIn(screen.getByRole('menuitem', { name: 'Varsle alle' }))).toBe(opacity);
    unmount();
  }
});
