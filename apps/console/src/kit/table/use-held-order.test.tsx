import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inOrderOf, useHeldOrder } from './use-held-order.ts';

const row = (id: number, text = '') => ({ id, text });
const idOf = ({ id }: { id: number }) => id;

describe('the order of rows under a pointer', () => {
  const before = [row(1), row(2), row(3)];
  const now = [row(4), row(3, 'new'), row(1)];

  it('stays, while the rows show new data, rows that go keep their place and new ones come last', () => {
    const { rows, gone } = inOrderOf(before, now, idOf, true);
    expect(rows).toEqual([row(1), row(2), row(3, 'new'), row(4)]);
    expect([...gone]).toEqual([row(2)]);
  });

  it('has no place for rows that go from a list that does not change by itself', () => {
    const { rows, gone } = inOrderOf(before, now, idOf, false);
    expect(rows).toEqual([row(1), row(3, 'new'), row(4)]);
    expect(gone.size).toBe(0);
  });

  it('is that of the list again without a pointer, and at once for another search', () => {
    const at = (rows: typeof before, hold: boolean, of: string) => ({ rows, keyOf: idOf, hold, of });
    const { result, rerender } = renderHook(({ rows, ...options }) => useHeldOrder(rows, options), {
      initialProps: at(before, true, 'a'),
    });
    rerender(at(now, true, 'a'));
    expect(result.current.rows.map(idOf)).toEqual([1, 2, 3, 4]);
    rerender(at(now, false, 'a'));
    expect(result.current.rows).toEqual(now);
    rerender(at(before, true, 'b'));
    expect(result.current.rows).toEqual(before);
    expect(result.current.gone.size).toBe(0);
  });
});
