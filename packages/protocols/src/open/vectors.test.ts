import { describe, expect, it } from 'vitest';
import { reportFaults } from '../testing/report-faults.ts';
import { http } from './index.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

describe('requests of devices over HTTP', () => {
  it.each(vectors.vectors)('$id: $means', ({ request, expect: expected }) => {
    const received = http.read(request);
    expect(received).toEqual(expected);
    expect(received.type === 'message' ? reportFaults(received.report) : null).toEqual([]);
  });

  it.each(vectors.malformed)('$id is refused: $means', ({ request, expect: expected }) => {
    expect(http.read(request)).toEqual({ type: 'malformed', ...expected });
  });
});
