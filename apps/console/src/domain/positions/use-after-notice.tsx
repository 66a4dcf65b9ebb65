import { type ReactNode, useState } from 'react';
import { notifyError } from '#domain/errors/notify-error.ts';
import { PositionsNotice } from './positions-notice.tsx';
import { usePositionsNotice } from './use-positions-notice.ts';

/** Work that gives out positions: at once where the notice about them is confirmed, else after it, which `dialog` shows. */
export function useAfterNotice(work: () => void): { begin: () => void; dialog: ReactNode } {
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
    dialog: asking && <PositionsNotice onConfirm={(kept) => void onConfirm(kept)} />,
  };
}
