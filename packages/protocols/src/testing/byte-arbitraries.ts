import fc from 'fast-check';

/** Cuts a stream into chunks at arbitrary places, empty chunks included. */
export function splitAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const sorted = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const cut of sorted) {
    chunks.push(bytes.subarray(from, cut));
    from = cut;
  }
  chunks.push(bytes.subarray(from));
  return chunks;
}

export const cutsArbitrary = fc.array(fc.nat(100_000), { maxLength: 12 });

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A frame with some of its bytes changed, or cut short, or with additional bytes. */
export function damaged(frames: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const changes = fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { minLength: 1, maxLength: 6 });
  const changed = fc.tuple(frames, changes).map(([frame, edits]) => {
    const copy = frame.slice();
    for (const [at, value] of edits) if (copy.length > 0) copy[at % copy.length] = value;
    return copy;
  });
  const cut = fc.tuple(frames, fc.nat(100_000)).map(([frame, at]) => frame.slice(0, at % (frame.length + 1)));
  const stuffed = fc.tuple(frames, fc.nat(100_000), fc.uint8Array({ maxLength: 40 })).map(([frame, at, extra]) => {
    const place = at % (frame.length + 1);
    return concatBytes([frame.subarray(0, place), extra, frame.subarray(place)]);
  });
  return fc.oneof(changed, cut, stuffed);
}

/** A difficult stream: good frames, damaged ones and noise, joined together. */
export function hostileStream(frames: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc
    .array(fc.oneof(frames, damaged(frames), fc.uint8Array({ maxLength: 200 })), { maxLength: 12 })
    .map(concatBytes);
}
