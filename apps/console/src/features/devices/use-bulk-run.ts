import { useQueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { useEffect, useRef, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';
import { withRecentChange } from '#data/live/recent-changes.ts';

/** Result of one device: a word of the action, or its error. */
export type BulkResult<Word extends string> = 'waiting' | Word | { failed: ReturnType<typeof errorCodeOf> };

/**
 * Processes one device after the other, each as it is at its turn; stopping leaves the remaining ones unchanged, as does
 * leaving the page.
 */
export function useBulkRun<Word extends string>(devices: readonly ListedDevice[]) {
  const cache = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult<Word>>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  const note = (deviId: number, result: BulkResult<Word>) =>
    setResults((before) => new Map(before).set(deviId, result));
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function run(work: (device: ListedDevice) => Promise<Word>): Promise<void> {
    setRunning(true);
    setResults(new Map(devices.map(({ deviId }) => [deviId, 'waiting'])));
    for (const device of devices) {
      if (stopped.current) break;
      const result = await work(withRecentChange(cache, device)).catch((error: unknown) => ({
        failed: errorCodeOf(error),
      }));
      note(device.deviId, result);
    }
    setRunning(false);
    await cache.invalidateQueries();
  }
  const stop = () => {
    stopped.current = true;
  };
  const done = [...results.values()].filter((result) => result !== 'waiting').length;
  return { results, running, done, ended: results.size > 0 && !running, run, stop };
}
