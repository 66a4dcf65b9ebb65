import { useEffect, useRef, useState } from 'react';
import { useLiveStatus } from '#data/live/live-context.tsx';
import { isOutdated } from '#ui/console-version.ts';

/** Whether the server was upgraded since this page was loaded; checked after every reconnection. */
export function useOutdated(): boolean {
  const { state } = useLiveStatus();
  const [outdated, setOutdated] = useState(false);
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'lost') wasLost.current = true;
    if (state !== 'connected' || !wasLost.current) return;
    wasLost.current = false;
    void isOutdated().then((found) => found && setOutdated(true));
  }, [state]);
  return outdated;
}
