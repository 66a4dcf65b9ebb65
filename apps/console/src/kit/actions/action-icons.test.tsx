import { IconCurrentLocation } from '@tabler/icons-react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ActionIcons } from './action-icons.tsx';

it('an action of a row that is pressed twice is performed once, and others of the row meanwhile', async () => {
  const locate = vi.fn(() => Promise.resolve());
  const test = vi.fn(() => Promise.resolve());
  const actions = [
    { key: 'locate', name: 'Hent', perform: locate },
    { key: 'findMe', name: 'Test', perform: test },
  ].map((each) => ({ ...each, fullName: each.name, icon: IconCurrentLocation, visible: true }));
  render(<ActionIcons actions={actions} className="icon" />);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Hent' }));
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  expect(locate).toHaveBeenCalledOnce();
  expect(test).toHaveBeenCalledOnce();
});
