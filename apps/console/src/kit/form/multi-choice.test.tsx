import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { MultiChoice } from './multi-choice.tsx';

const choices = ['En', 'To', 'Tre', 'Fire'].map((text) => ({ value: text.toUpperCase(), text }));
const show = (chosen: string[], onChange = vi.fn()) => {
  const { unmount } = renderPart(
    <MultiChoice label="Merking" none="Alle" choices={choices} chosen={chosen} onChange={onChange} />,
  );
  return { unmount, onChange, field: screen.getByRole('button', { name: /^Merking/ }) };
};

it.each([
  [[], 'Alle'],
  [['TO'], 'To'],
  [['TO', 'EN'], 'En, To'],
  [['EN', 'TO', 'TRE'], '3 valgte'],
  [['EN', 'TO', 'TRE', 'FIRE'], '4 valgte'],
])('of %j chosen it shows %s: two are named, more are counted [C9.17]', (chosen, text) => {
  expect(show(chosen).field.textContent).toBe(text);
});

it('opens a list in which each choice is ticked and unticked', async () => {
  const { field, onChange } = show(['TO']);
  await userEvent.click(field);
  const list = await screen.findByRole('dialog', { name: /^Merking/ });
  await userEvent.click(within(list).getByLabelText('Fire'));
  expect(onChange).toHaveBeenLastCalledWith(['TO', 'FIRE']);
  await userEvent.click(within(list).getByLabelText('To'));
  expect(onChange).toHaveBeenLastCalledWith([]);
});
