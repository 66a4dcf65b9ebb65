import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { PersonChoice } from './person-choice.tsx';

const person = (userId: number) => ({ userId, name: `Vakt ${userId}` });
const choice = (people: ReturnType<typeof person>[], more: Partial<Parameters<typeof PersonChoice>[0]> = {}) => (
  <PersonChoice
    {...{ label: 'Kollega', searchLabel: 'Søk', noMatch: 'Ingen treff.', moreText: 'Det finnes flere.' }}
    {...{ people, more: false, search: '', onSearch: vi.fn(), chosen: null, onChoose: vi.fn(), ...more }}
  />
);
/** Renders a part whose properties change later. */
function showChanging(first: ReactNode): { rerender: (next: ReactNode) => void } {
  let change: (next: ReactNode) => void = () => undefined;
  function Changing() {
    const [part, setPart] = useState(first);
    change = setPart;
    return part;
  }
  renderPart(<Changing />);
  return { rerender: (next) => act(() => change(next)) };
}
const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);

describe('a choice of a person', () => {
  it('stays as it is under a finger: what a search finds meanwhile is shown after the press', async () => {
    const { rerender } = showChanging(choice([person(1), person(2)]));
    const pressed = screen.getByRole('radio', { name: 'Vakt 2' });
    fireEvent.pointerDown(pressed);
    rerender(choice([person(3)]));
    expect(names()).toEqual(['Vakt 1', 'Vakt 2']);
    fireEvent.pointerUp(pressed);
    fireEvent.click(pressed);
    await act(async () => undefined);
    await vi.waitFor(() => expect(names()).toEqual(['Vakt 3']));
  });

  it('has a search from nine people on, or when there are more than these', () => {
    const people = (count: number) => Array.from({ length: count }, (_, index) => person(index));
    const { rerender } = showChanging(choice(people(8)));
    const hasSearch = () => screen.queryByRole('searchbox', { name: 'Søk' }) !== null;
    expect(hasSearch()).toBe(false);
    rerender(choice(people(9)));
    expect(hasSearch()).toBe(true);
    rerender(choice(people(1), { more: true }));
    expect(hasSearch()).toBe(true);
    expect(screen.getByText('Det finnes flere.')).toBeDefined();
    rerender(choice([], { search: 'x' }));
    expect(hasSearch()).toBe(true);
    expect(screen.getByRole('status').textContent).toBe('Ingen treff.');
  });
});
