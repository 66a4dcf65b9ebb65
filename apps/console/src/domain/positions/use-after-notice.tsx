import { type ReactNode, useState } from 'react';
import { PositionsNotice } from './positions-notice.tsx';
import { usePositionsNotice } from './use-positions-notice.ts';

/** Work that gives out positions: at once where the notice about them is confirmed, else after it, which `dialog` shows. */
export function useAfterNotice(work: () => void): { begin: () => void; dialog: ReactNode } {
  const { seen, confirm } = usePositionsNotice();
  const [asking, setAsking] = useState(false);
  async function onConfirm(kept: boolean) {
    if (!(await confirm(kept))) return;
    setAsking(false);
    work();
  }
  return {
    begin: () => (seen ? work() : setAsking(true)),
    dialog: asking && <PositionsNotice onConfirm={(kept) => void onConfirm(kept)} />,
  };
}
