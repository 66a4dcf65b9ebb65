import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SteadyButton } from './steady-button.tsx';

const pressed = vi.fn();

function Form() {
  const [state, setState] = useState<'changed' | 'saving' | 'saved'>('changed');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pressed();
        setState(state === 'changed' ? 'saving' : 'saved');
      }}
    >
      <input aria-label="name" onChange={() => setState('changed')} />
      <SteadyButton type="submit" loading={state === 'saving'} disabled={state === 'saved'}>
        save
      </SteadyButton>
      <button type="button" onClick={() => setState('saved')}>
        answer
      </button>
    </form>
  );
}

it('a button keeps the focus while it works and when nothing more is to do, and is not pressed again, not by Enter in a field either', async () => {
  await renderPage(<Form />);
  const save = await screen.findByRole('button', { name: 'save' });
  await userEvent.click(save);
  expect(save.ariaDisabled).toBe('true');
  expect(document.activeElement).toBe(save);
  await userEvent.click(save);
  await userEvent.keyboard('{Enter}');
  screen.getByRole('button', { name: 'answer' }).click();
  await vi.waitFor(() => expect(save.dataset.disabled).toBe('true'));
  expect(document.activeElement).toBe(save);
  await userEvent.keyboard('{Enter}');
  screen.getByLabelText('name').focus();
  await userEvent.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('x');
  expect(save.ariaDisabled).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledTimes(2);
});
