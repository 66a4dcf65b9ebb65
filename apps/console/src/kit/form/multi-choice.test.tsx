import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { MultiChoice } from './multi-choice.tsx';
import type { Option } from './option.ts';

const numbers: Option[] = ['En', 'To', 'Tre', 'Fire'].map((text) => ({ value: text.toUpperCase(), text }));
const show = (chosen: string[], choices = numbers) => {
  const onChange = vi.fn();
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

it('an option is shown with what stands before and after its text, in the list and in the field, and is chosen by its value [C3.77]', async () => {
  const options = [
    { value: 'NO', text: 'Norge', suffix: '(+47)' },
    { value: 'ten', text: '10', prefix: 'etter', suffix: 's' },
    { value: 'at', text: 'midnatt', prefix: 'ved' },
    { value: 'never', text: 'Aldri', prefix: '', suffix: '' },
    { value: 'always', text: 'Alltid' },
  ];
  const { field, onChange } = show(['ten', 'NO'], options);
  expect(field.textContent).toBe('Norge (+47), etter 10 s');
  await userEvent.click(field);
  const boxes = within(await screen.findByRole('dialog', { name: /^Merking/ })).getAllByRole<HTMLInputElement>(
    'checkbox',
  );
  expect(boxes.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ...[
      ['Norge (+47)', true],
      ['etter 10 s', true],
      ['ved midnatt', false],
      ['Aldri', false],
      ['Alltid', false],
    ],
  ]);
  await userEvent.click(screen.getByLabelText('ved midnatt'));
  expect(onChange).toHaveBeenLastCalledWith(['ten', 'NO', 'at']);
});
