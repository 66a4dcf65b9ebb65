import { useEffect } from 'react';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import type { PartFailed } from '#ui/lazy-part.tsx';

const retryMs = 10_000;

/**
 * In the place of a part beside the alarms whose code could not be loaded: nothing, so that no failure pushes the alarms
 * down, and the strip says why. It is tried again until it is there.
 */
export const RetriedBesideAlarms: PartFailed = ({ onRetry, crashed = false }) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer as long as it is not there
  useEffect(() => {
    if (crashed) return;
    const timer = setInterval(() => void onRetry(), retryMs);
    return () => clearInterval(timer);
  }, [crashed]);
  return crashed ? <NotLoaded crashed onRetry={onRetry} /> : null;
};
