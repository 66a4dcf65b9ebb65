import { IconHeartbeat } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ActionButtons } from './action-buttons.tsx';

it('an action that is pressed twice is performed once, and again when it is done', async () => {
  const first = Promise.withResolvers<void>();
  const perform = vi.fn(() => first.promise);
  const action = { key: 'measure', name: 'Mål nå', fullName: 'Mål nå', icon: IconHeartbeat, visible: true };
  await renderPage(<ActionButtons actions={[{ ...action, perform }]} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Mål nå' });
  await userEvent.dblClick(button);
  expect(perform).toHaveBeenCalledOnce();
  // A disabled button cannot have the focus back from the dialog that its action has opened.
  expect(button.disabled).toBe(false);
  first.resolve();
  await vi.waitFor(async () => {
    await userEvent.click(button);
    expect(perform).toHaveBeenCalledTimes(2);
  });
});
