import type { Alarm } from '@varde/contract/alarms';
import { useCallback, useState } from 'react';
import { useFreshSignals } from './use-fresh-signals.ts';

export interface AlarmPanel {
  /** The rows are part of the page, and shown unless they are folded; else they open over the page. */
  inPage: boolean;
  isOpen: boolean;
  toggle: () => void;
}

/**
 * The rows of the open alarms at an address: on the device list they are above it, elsewhere over the page, where they
 * open when the user asks for them alone. Null: the page itself lists the alarms.
 */
export function useAlarmPanel(path: string, alarms: readonly Alarm[]): AlarmPanel | null {
  const area = path.split('/')[1];
  const inPage = area === 'vardes';
  const place = inPage ? area : path;
  /** The place where the user has changed what is shown first. */
  const [changed, setChanged] = useState<string | undefined>();
  const isChanged = changed === place;
  useFreshSignals(
    alarms,
    useCallback(() => {
      if (inPage) setChanged(undefined);
    }, [inPage]),
  );
  if (path === '/alarms') return null;
  return {
    inPage,
    isOpen: isChanged !== inPage,
    toggle: () => setChanged(isChanged ? undefined : place),
  };
}
