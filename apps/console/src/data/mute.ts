import { forgetStored, readStored, writeStored } from '#ui/stored.ts';

/** No shift is longer: the sound is on again for the next one at the latest. */
export const longestMuteMs = 8 * 60 * 60_000;

/** The mute is stored for each user of the browser. */
const keyPrefix = 'varde-muted-';
const changed = new EventTarget();

/** End of this user's mute; null: the sound is on. A clock that was set back does not prolong it. */
export function mutedUntil(userId: number, now: number): number | null {
  const until = Number(readStored(keyPrefix + userId));
  return until > now && until <= now + longestMuteMs ? until : null;
}

export function setMuted(userId: number, until: number | null): void {
  const key = keyPrefix + userId;
  if (until === null) forgetStored((each) => each === key);
  else writeStored(key, String(until));
  changed.dispatchEvent(new Event('change'));
}

/** A mute ends with its user's session. */
export function endMutes(): void {
  forgetStored((key) => key.startsWith(keyPrefix));
}

/** Calls back when a user turns a sound on or off, also in another tab of the browser. */
export function onMuteChange(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  // Changes in other tabs of the same browser.
  addEventListener('storage', listener);
  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}
