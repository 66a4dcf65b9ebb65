import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import type { IndoorScan, ScannedPoint } from '@varde/contract/indoor-locations';
import { useEffect, useState } from 'react';
import { call } from '#data/api/call.ts';
import { useChannel } from '#data/live/live-context.tsx';
import { connectScan, scanQuery } from '#data/live/scan-cache.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';

/** Beside the live channel, which may be away. */
const askAgainMs = 5000;

/** `scanTimedOut`: nothing was heard in time; `scanFailed`: the device could not be asked. */
type ScanFailure = 'scanTimedOut' | 'scanFailed';

export interface Scan {
  state: 'idle' | 'running' | 'found' | ScanFailure;
  /** What was heard; empty until it is found. */
  points: ScannedPoint[];
  /** Why it could not be started; null: it could. */
  refused: string | null;
  start: () => Promise<void>;
  /** Ends it here; also when it is found. */
  stop: () => void;
}

/** A scan for the access points around a device, live until it is stopped. */
export function useIndoorScan({ deviId, deviceSerialNumber }: DeviceDetail): Scan {
  const channel = useChannel();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const [running, setRunning] = useState(false);
  const [timedOut, setTimedOut] = useState(false);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const started = running && secondsLeft !== null;
  const { data } = useQuery({
    ...scanQuery(deviId),
    enabled: started,
    refetchInterval: ({ state }) => (state.data?.accessPoints.length ? false : askAgainMs),
  });
  useEffect(
    () => (running ? connectScan(channel, cache, { deviId, deviceSerialNumber }) : undefined),
    [running, channel, cache, deviId, deviceSerialNumber],
  );
  useEffect(() => {
    if (secondsLeft === null) return;
    const timer = setTimeout(() => setTimedOut(true), secondsLeft * 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  function stop(): void {
    setRunning(false);
    setTimedOut(false);
    setSecondsLeft(null);
  }
  async function start(): Promise<void> {
    stop();
    setRunning(true);
    const scan = await submit(() => call('scanWifiIndoorLocation', { params: { deviId } }));
    if (scan === undefined) return stop();
    const { queryKey } = scanQuery(deviId);
    cache.setQueryData(queryKey, scan);
    // A device may have answered before the channel has joined the topic.
    void cache.invalidateQueries({ queryKey });
    setSecondsLeft(scan.secondsLeft);
  }
  const points = started ? (data?.accessPoints ?? []) : [];
  return {
    state: stateOf({ running: running || busy, timedOut, scan: started ? data : undefined }),
    ...{ points, refused: failure, start, stop },
  };
}

function stateOf(of: { running: boolean; timedOut: boolean; scan: IndoorScan | undefined }): Scan['state'] {
  const { running, timedOut, scan } = of;
  if (!running) return 'idle';
  if (scan?.accessPoints.length) return 'found';
  if (scan?.state === 'failed' || scan?.state === 'cancelled') return 'scanFailed';
  return timedOut ? 'scanTimedOut' : 'running';
}
