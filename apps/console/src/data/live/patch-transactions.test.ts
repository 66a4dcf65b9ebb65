import { describe, expect, it } from 'vitest';
import { transactionRecord } from '../../testing/records.ts';
import { addPositions, prependTransactions } from './patch-transactions.ts';

const ids = (rows: { tranId: number }[] | undefined) => rows?.map(({ tranId }) => tranId);

describe('new transactions', () => {
  const log = {
    pages: [{ transactions: [transactionRecord({ tranId: 5 })], nextCursor: null }],
    pageParams: [undefined],
  };

  it('are added on top of the log, newest first, each once', () => {
    const after = prependTransactions(
      log,
      [5, 6, 7].map((tranId) => transactionRecord({ tranId })),
    );
    expect(ids(after.pages[0]?.transactions)).toEqual([7, 6, 5]);
  });

  it('that are not newer than what is loaded are left to the next page', () => {
    const more = { ...log, pages: [{ transactions: log.pages[0]?.transactions ?? [], nextCursor: 'more' }] };
    const after = prependTransactions(
      more,
      [4, 6].map((tranId) => transactionRecord({ tranId })),
    );
    expect(ids(after.pages[0]?.transactions)).toEqual([6, 5]);
  });

  it('update the map: the newest positions in order, never more than the chosen number', () => {
    const before = addPositions(
      { uuid: null, positions: [] },
      [1, 2].map((tranId) => transactionRecord({ tranId, posTime: tranId })),
      2,
    );
    const after = addPositions(before, [transactionRecord({ tranId: 3, posTime: 3 })], 2);
    expect(ids(after.positions)).toEqual([3, 2]);
  });

  it('without a place leave the map unchanged', () => {
    expect(addPositions({ uuid: null, positions: [] }, [transactionRecord({ posLati: null })], 10).positions).toEqual(
      [],
    );
  });
});
