import { useState } from 'react';
import { notifyError } from '#domain/errors/notify-error.ts';
import { usePositionsNotice } from './use-positions-notice.ts';

/**
 * Work that gives out positions: at once where the notice about them is confirmed, else after it. `onConfirm`: what
 * `PositionsNotice` is shown with; null: it is not due.
 */
export function useAfterNotice(work: () => void): { begin: () => void; onConfirm: ((kept: boolean) => void) | null } {
  const { seen, refetch, confirm } = usePositionsNotice();
  const [asking, setAsking] = useState(false);
  async function begin() {
    if (seen) return work();
    const { data, error } = await refetch();
    if (error) notifyError(error);
    else if (data?.given) work();
    else setAsking(true);
  }
  async function onConfirm(kept: boolean) {
    if (!(await confirm(kept))) return;
    setAsking(false);
    work();
  }
  return {
    begin: () => void begin(),
    onConfirm: asking ? (kept) => void onConfirm(kept) : null,
  };
}
