import { useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'click'] as const;

/** True from the first movement, touch or key on: what is only needed then does not delay the first page. */
export function useIsSomebodyThere(): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const heard = new AbortController();
    const onSign = () => {
      heard.abort();
      setIsThere(true);
    };
    for (const sign of signs) addEventListener(sign, onSign, { signal: heard.signal, capture: true });
    return () => heard.abort();
  }, []);
  return isThere;
}
