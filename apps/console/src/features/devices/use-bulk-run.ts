import { useQueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { useEffect, useRef, useState } from 'react';
import type { ApiErrorCode } from '#data/api/api-error.ts';
import { errorCodeOf } from '#data/api/api-error.ts';
import { withRecentChange } from '#data/live/recent-changes.ts';

/** Result of one device: a word of the action, or its error. */
export type BulkResult<Word extends string> = 'waiting' | Word | { failed: ApiErrorCode };
type Work<Word extends string> = (device: ListedDevice) => Promise<Word>;

/** The server cannot be reached or cannot answer: what is left would fail alike. */
const unreachable: ReadonlySet<ApiErrorCode> = new Set(['network', 'noAnswer', 'unavailable', 'notLoggedIn']);

/**
 * Processes one device after the other, each as it is at its turn; stopping leaves the remaining ones unchanged, as does
 * leaving the page. When the server cannot be reached the work is interrupted: `goOn` takes it up where it stands.
 */
export function useBulkRun<Word extends string>() {
  const cache = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult<Word>>>(new Map());
  const [running, setRunning] = useState(false);
  const [interrupted, setInterrupted] = useState<{ left: readonly ListedDevice[]; work: Work<Word> } | null>(null);
  const stopped = useRef(false);
  const note = (deviId: number, result: BulkResult<Word>) =>
    setResults((before) => new Map(before).set(deviId, result));
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function process(devices: readonly ListedDevice[], work: Work<Word>): Promise<void> {
    setRunning(true);
    setInterrupted(null);
    stopped.current = false;
    for (const [at, device] of devices.entries()) {
      if (stopped.current) break;
      const result = await work(withRecentChange(cache, device)).catch((error: unknown) => ({
        failed: errorCodeOf(error),
      }));
      const isLost = typeof result === 'object' && unreachable.has(result.failed);
      // A call that can be made again is; one that may have been carried out is not.
      const isRepeated = isLost && result.failed !== 'noAnswer';
      if (!isRepeated) note(device.deviId, result);
      if (!isLost) continue;
      setInterrupted({ left: devices.slice(isRepeated ? at : at + 1), work });
      break;
    }
    setRunning(false);
    await cache.invalidateQueries();
  }
  async function run(devices: readonly ListedDevice[], work: Work<Word>): Promise<void> {
    setResults(new Map(devices.map(({ deviId }) => [deviId, 'waiting'])));
    await process(devices, work);
  }
  const goOn = async () => interrupted && process(interrupted.left, interrupted.work);
  const stop = () => {
    stopped.current = true;
  };
  const done = [...results.values()].filter((result) => result !== 'waiting').length;
  const isInterrupted = interrupted !== null && interrupted.left.length > 0;
  const ended = results.size > 0 && !running && !isInterrupted;
  return { results, running, done, ended, interrupted: isInterrupted, run, goOn, stop };
}
