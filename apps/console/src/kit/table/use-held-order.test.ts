import { describe, expect, it } from 'vitest';
import { inOrderOf } from './use-held-order.ts';

const row = (id: number, text = '') => ({ id, text });
const idOf = ({ id }: { id: number }) => id;

describe('the order of rows under a pointer', () => {
  it('stays, while the rows show new data, removed rows disappear and new ones come last', () => {
    const shown = inOrderOf([row(1), row(2), row(3)], [row(4), row(3, 'new'), row(1)], idOf);
    expect(shown).toEqual([row(1), row(3, 'new'), row(4)]);
  });
});
