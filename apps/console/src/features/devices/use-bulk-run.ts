import type { ListedDevice } from '@varde/contract/devices';
import { useRef, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';

/** Result of one device: a word of the action, or its error. */
export type BulkResult<Word extends string> = 'waiting' | Word | { failed: ReturnType<typeof errorCodeOf> };

/** Processes one device after the other; stopping leaves the remaining ones unchanged. */
export function useBulkRun<Word extends string>(devices: readonly ListedDevice[]) {
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult<Word>>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  const note = (deviId: number, result: BulkResult<Word>) =>
    setResults((before) => new Map(before).set(deviId, result));

  async function run(work: (device: ListedDevice) => Promise<Word>): Promise<void> {
    setRunning(true);
    setResults(new Map(devices.map(({ deviId }) => [deviId, 'waiting'])));
    for (const device of devices) {
      if (stopped.current) break;
      const result = await work(device).catch((error: unknown) => ({ failed: errorCodeOf(error) }));
      note(device.deviId, result);
    }
    setRunning(false);
  }
  const stop = () => {
    stopped.current = true;
  };
  const done = [...results.values()].filter((result) => result !== 'waiting').length;
  return { results, running, done, ended: results.size > 0 && !running, run, stop };
}
