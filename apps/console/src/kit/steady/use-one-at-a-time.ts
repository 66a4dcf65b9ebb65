import { useRef } from 'react';

/**
 * Performs one operation at a time: what is begun before it is done, as by the second press of a double one, is not
 * performed and gives undefined. The pressed button stays enabled, so that the focus can return to it from a dialog.
 */
export function useOneAtATime(): <Result>(perform: () => Promise<Result>) => Promise<Result | undefined> {
  const isBusy = useRef(false);
  return async (perform) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    try {
      return await perform();
    } finally {
      isBusy.current = false;
    }
  };
}
