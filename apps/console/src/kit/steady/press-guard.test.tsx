import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  holdPresses,
  useGuardedPresses,
  useHeldPressesAfter,
  useHeldPressesBelow,
  useHeldPressesOfMoved,
} from './press-guard.ts';

const pressed = vi.fn();
const button = (name: string) => screen.getByRole('button', { name });
/** A mouse click; a keyboard click has no `detail`. */
function press(name: string, from = name): void {
  fireEvent.pointerDown(button(from));
  fireEvent.click(button(name), { detail: 1 });
}

beforeEach(() => {
  vi.useFakeTimers();
  pressed.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Page() {
  const ignored = useGuardedPresses();
  return (
    <>
      <div data-testid="row">
        <button type="button" onClick={() => pressed('claim')}>
          claim
        </button>
      </div>
      <button type="button" onClick={() => pressed('other')}>
        other
      </button>
      {ignored && <p>ignored</p>}
    </>
  );
}

describe('a press on an element that has just moved', () => {
  it('is ignored with a notice; after half a second it works again', async () => {
    render(<Page />);
    act(() => holdPresses(screen.getByTestId('row')));
    press('claim');
    expect(pressed).not.toHaveBeenCalled();
    expect(screen.getByText('ignored')).toBeDefined();
    await pass(499);
    press('claim');
    expect(pressed).not.toHaveBeenCalled();
    await pass(1);
    press('claim');
    expect(pressed.mock.calls).toEqual([['claim']]);
    await pass(4000);
    expect(screen.queryByText('ignored')).toBeNull();
  });

  it('is ignored although it ends later', async () => {
    render(<Page />);
    holdPresses(screen.getByTestId('row'));
    fireEvent.pointerDown(button('claim'));
    await pass(600);
    fireEvent.click(button('claim'), { detail: 1 });
    expect(pressed).not.toHaveBeenCalled();
  });

  it('is ignored although it began elsewhere', () => {
    render(<Page />);
    holdPresses(screen.getByTestId('row'));
    press('claim', 'other');
    expect(pressed).not.toHaveBeenCalled();
  });

  it('is counted from the last move', async () => {
    render(<Page />);
    holdPresses(screen.getByTestId('row'));
    await pass(400);
    holdPresses(screen.getByTestId('row'));
    await pass(400);
    press('claim');
    expect(pressed).not.toHaveBeenCalled();
  });

  it('is possible on other elements, and by keyboard', () => {
    render(<Page />);
    holdPresses(screen.getByTestId('row'));
    press('other');
    fireEvent.click(button('claim'), { detail: 0 });
    expect(pressed.mock.calls).toEqual([['other'], ['claim']]);
  });
});

/** Lays out rows one below the other, 50 px each, as a browser does. */
function layOut(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const rows = [...(this.parentElement?.children ?? [])];
    return new DOMRect(0, rows.indexOf(this) * 50 - (this.parentElement?.scrollTop ?? 0), 100, 50);
  });
}

function Rows({ names }: { names: string[] }) {
  const list = useRef<HTMLUListElement>(null);
  useHeldPressesOfMoved(list, 'li');
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
const held = () =>
  screen.getAllByRole('listitem').flatMap((row) => (row.ariaDisabled === 'true' ? [row.textContent] : []));

describe('rows', () => {
  beforeEach(layOut);

  it('that have moved or appeared ignore presses, and those that stayed do not', async () => {
    const { rerender } = render(<Rows names={['a', 'b', 'c']} />);
    await pass(500);
    rerender(<Rows names={['a', 'c', 'b', 'd']} />);
    expect(held()).toEqual(['c', 'b', 'd']);
    await pass(500);
    rerender(<Rows names={['a', 'c', 'b', 'd']} />);
    expect(held()).toEqual([]);
  });

  it('that the user scrolls accept presses', async () => {
    const { rerender } = render(<Rows names={['a', 'b']} />);
    await pass(500);
    screen.getByRole('list').scrollTop = 40;
    rerender(<Rows names={['a', 'b']} />);
    expect(held()).toEqual([]);
  });
});

describe('an element below one that grows', () => {
  let resized: () => void;
  let height: number;
  beforeEach(() => {
    height = 0;
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(listener: () => void) {
          resized = listener;
        }
        observe() {}
        disconnect() {}
      },
    );
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
  });

  it('ignores presses when the height above it changes, and not when it stays', async () => {
    function Shell() {
      const main = useRef<HTMLElement>(null);
      const above = useHeldPressesBelow(main);
      return (
        <>
          <div ref={above} />
          <main ref={main} />
        </>
      );
    }
    render(<Shell />);
    resized();
    expect(screen.getByRole('main').ariaDisabled).toBeNull();
    height = 60;
    resized();
    expect(screen.getByRole('main').ariaDisabled).toBe('true');
    await pass(500);
    expect(screen.getByRole('main').ariaDisabled).toBeNull();
  });

  it('ignores presses when it is a row below, and the rows above accept them', async () => {
    function Growing() {
      const row = useRef<HTMLLIElement>(null);
      useHeldPressesAfter(row);
      return <li ref={row}>b</li>;
    }
    render(
      <ul>
        <li>a</li>
        <Growing />
        <li>c</li>
        <li>d</li>
      </ul>,
    );
    resized();
    expect(held()).toEqual([]);
    height = 60;
    resized();
    expect(held()).toEqual(['c', 'd']);
  });
});
