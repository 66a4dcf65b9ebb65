import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useGuardedPresses } from './press-guard.ts';

const pressed = vi.fn();
const button = (name: string) => screen.getByRole('button', { name });
/** A press of a mouse at this height; `detail`: which one of several in quick succession. A key has none. */
function press(name: string, clientY: number, { from = name, detail = 1 } = {}): void {
  fireEvent.pointerDown(button(from), { clientX: 50, clientY });
  fireEvent.click(button(name), { clientX: 50, clientY, detail });
}

beforeEach(() => {
  vi.useFakeTimers();
  pressed.mockClear();
  // Rows below each other, 50 px each, as a browser lays them out.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li');
    const rows = [...(row?.parentElement?.children ?? [])];
    return new DOMRect(0, (row ? rows.indexOf(row) : 9) * 50 - scrolled, 100, 50);
  });
  scrolled = 0;
});
afterEach(async () => {
  await pass(5000); // no notice is left
  vi.useRealTimers();
  vi.restoreAllMocks();
});
let scrolled: number;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Page({ names }: { names: string[] }) {
  const ignored = useGuardedPresses();
  return (
    <>
      <ul data-guarded>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => pressed(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => pressed('other')}>
        other
      </button>
      {ignored && <p>ignored</p>}
    </>
  );
}
async function show(...names: string[]) {
  const { rerender } = render(<Page names={names} />);
  await pass(500);
  return async (...next: string[]) => {
    rerender(<Page names={next} />);
    await pass(20); // a frame
  };
}
const calls = () => pressed.mock.calls.flat();

describe('a press on a guarded button', () => {
  it('that has just appeared or moved there is ignored with a notice; after half a second it works', async () => {
    const change = await show('a', 'b');
    await change('c', 'a', 'b');
    press('c', 20);
    press('a', 70);
    expect(calls()).toEqual([]);
    expect(screen.getByText('ignored')).toBeDefined();
    expect([button('a').ariaDisabled, button('a').dataset.justMoved]).toEqual(['true', '']);
    await pass(500);
    press('a', 70);
    press('c', 20);
    expect(calls()).toEqual(['a', 'c']);
    expect(button('a').ariaDisabled).toBeNull();
    await pass(4000);
    expect(screen.queryByText('ignored')).toBeNull();
  });

  it('that stayed, or was at that very point before, counts at once', async () => {
    const change = await show('a', 'b');
    await change('a', 'c', 'b');
    press('a', 20);
    expect(calls()).toEqual(['a']);
    press('b', 99);
    expect(calls(), 'it reached down to here before').toEqual(['a', 'b']);
  });

  it('is ignored although it ends after half a second, or began elsewhere', async () => {
    const change = await show('a', 'b');
    await change('b', 'a');
    fireEvent.pointerDown(button('b'), { clientX: 50, clientY: 20 });
    await pass(600);
    fireEvent.click(button('b'), { clientX: 50, clientY: 20, detail: 1 });
    await change('a', 'b');
    press('b', 80, { from: 'other' });
    expect(calls()).toEqual([]);
  });

  it('is counted from the last move', async () => {
    const change = await show('a', 'b', 'c');
    await change('b', 'a', 'c');
    await pass(400);
    await change('c', 'b', 'a');
    await pass(400);
    press('a', 120);
    expect(calls()).toEqual([]);
  });

  it('counts after the user has scrolled, and by keyboard', async () => {
    const change = await show('a', 'b');
    scrolled = 40;
    fireEvent.scroll(document);
    press('b', 30);
    await change('b', 'a');
    fireEvent.click(button('a'), { detail: 0 });
    expect(calls()).toEqual(['b', 'a']);
  });
});

describe('any other press', () => {
  it('counts, whatever has moved', async () => {
    const change = await show('a');
    await change('b', 'a');
    press('other', 480);
    expect(calls()).toEqual(['other']);
    expect(screen.queryByText('ignored')).toBeNull();
  });
});

describe('the second press of a double one', () => {
  it('is ignored on what the first one has brought under the pointer, and counts on the same button', async () => {
    await show('a', 'b');
    press('a', 20);
    press('other', 20, { detail: 2 });
    press('b', 20);
    press('b', 20, { detail: 2 });
    expect(calls()).toEqual(['a', 'b', 'b']);
  });
});
