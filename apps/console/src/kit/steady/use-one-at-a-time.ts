import { useRef } from 'react';

/** Longer than between the presses of a double one. */
const doublePressMs = 300;

/**
 * Performs one operation at a time: what is begun before it is done, or so soon that it is the second press of a double
 * one, is not performed and gives undefined. Operations of different `key`s do not wait for each other. The pressed
 * button stays enabled, so that the focus can return to it from a dialog.
 */
export function useOneAtATime(): <Result>(
  perform: () => Promise<Result>,
  key?: string | number,
) => Promise<Result | undefined> {
  const { current: busy } = useRef(new Set<string | number | undefined>());
  return async (perform, key) => {
    if (busy.has(key)) return undefined;
    busy.add(key);
    const passed = new Promise((resolve) => setTimeout(resolve, doublePressMs));
    try {
      return await perform();
    } finally {
      void passed.then(() => busy.delete(key));
    }
  };
}
