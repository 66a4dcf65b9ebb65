import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { useHeldPressesOfNewRows } from './use-held-presses.ts';

const keyOf = (row: number) => row;

/** Renders some of the rows, as a scrolling table does. */
function Table({ rows, from, count = 3 }: { rows: readonly number[]; from: number; count?: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  useHeldPressesOfNewRows(scroller, rows, keyOf);
  return (
    <div ref={scroller}>
      {rows.slice(from, from + count).map((row, index) => (
        <div key={row} data-index={from + index}>
          {/* biome-ignore lint/a11y/useSemanticElements: as the table draws it */}
          <div role="row" tabIndex={-1}>
            {row}
          </div>
        </div>
      ))}
    </div>
  );
}
const held = () =>
  screen
    .queryAllByRole('row')
    .flatMap((row) => (row.ariaDisabled === 'true' ? [Number(row.textContent)] : []));

describe('rows of a long list', () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  it('that replace another one ignore presses, and those that stayed do not', () => {
    const { rerender } = render(<Table rows={ten} from={0} />);
    expect(held(), 'the first rows that there are').toEqual([]);
    rerender(<Table rows={[1, 3, 2, ...ten.slice(3)]} from={0} />);
    expect(held()).toEqual([3, 2]);
  });

  it('that are scrolled into view accept presses, also when a page is added at the end', () => {
    const { rerender } = render(<Table rows={ten} from={0} />);
    rerender(<Table rows={ten} from={5} />);
    rerender(<Table rows={[...ten, 11, 12]} from={5} />);
    expect(held()).toEqual([]);
  });

  it('that replace others after a search ignore presses', () => {
    const { rerender } = render(<Table rows={ten} from={0} />);
    rerender(<Table rows={[4, 9]} from={0} />);
    expect(held()).toEqual([4, 9]);
  });

  it('accept presses when the list was empty before', () => {
    const { rerender } = render(<Table rows={[]} from={0} />);
    rerender(<Table rows={ten} from={0} />);
    expect(held()).toEqual([]);
  });
});
