import { useRef } from 'react';

/**
 * Performs one operation at a time: what is begun before it is done, as by the second press of a double one, is not
 * performed and gives undefined. Operations of different `key`s do not wait for each other. The pressed button stays
 * enabled, so that the focus can return to it from a dialog.
 */
export function useOneAtATime(): <Result>(
  perform: () => Promise<Result>,
  key?: string,
) => Promise<Result | undefined> {
  const { current: busy } = useRef(new Set<string | undefined>());
  return async (perform, key) => {
    if (busy.has(key)) return undefined;
    busy.add(key);
    try {
      return await perform();
    } finally {
      busy.delete(key);
    }
  };
}
