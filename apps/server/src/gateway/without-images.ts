/** The shortest run of base64 that is left out: tokens, addresses and words are shorter, and images longer. */
const shortestRun = 400;
const inRun = String.raw`[A-Za-z0-9+/=_\\-]`;
/** Tried at the beginning of a run alone: at each of its bytes, runs that are just too short would take a third of a second. */
const runs = new RegExp(`(?<!${inRun})${inRun}{${shortestRun},}`, 'g');

/** The bytes of a message as they may be stored: an image may show somebody's home, and is kept elsewhere, for a short time. */
export function withoutImages(raw: Uint8Array): Uint8Array {
  if (raw.length < shortestRun) return raw;
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const kept = text.replace(runs, (run) => `(${run.length} characters)`);
  return kept.length === text.length ? raw : Buffer.from(kept, 'latin1');
}
