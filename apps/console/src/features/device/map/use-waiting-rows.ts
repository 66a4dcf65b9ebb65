import type { Transaction } from '@varde/contract/transactions';
import { useRef, useState } from 'react';

/**
 * The rows of a log, newest first, without those that came while `isRead` is true: they would move what is being read, and
 * wait until it is over or they are asked for.
 */
export function useWaitingRows(rows: readonly Transaction[], isRead: boolean) {
  const [, setShown] = useState(0);
  const newest = useRef<number | null>(null);
  const latest = rows.reduce((most, { tranId }) => Math.max(most, tranId), 0);
  if (!isRead || newest.current === null) newest.current = latest;
  const known = newest.current;
  const first = rows.findIndex(({ tranId }) => tranId <= known);
  const waiting = first === -1 ? 0 : first;
  function showAll() {
    newest.current = latest;
    setShown(latest);
  }
  return { shown: rows.slice(waiting), waiting, showAll };
}
