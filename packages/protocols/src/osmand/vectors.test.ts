import { describe, expect, it } from 'vitest';
import { reportFaults } from '../testing/report-faults.ts';
import { parseOsmand } from './index.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

const kmhPerKnot = 1.852;

describe('captured requests of phones', () => {
  it.each(vectors.vectors)('$id: $means', ({ request, expect: expected }) => {
    const received = parseOsmand(request);
    expect(received).toEqual(expected);
    expect(received.type === 'message' ? reportFaults(received.report) : null).toEqual([]);
  });

  it.each(vectors.vectors.filter(({ derived }) => derived))(
    '$id agrees with the result that the protocol notes derived by hand',
    ({ request, derived }) => {
      const received = parseOsmand(request);
      const sample = received.type === 'message' ? received.report.samples[0] : undefined;
      const { speedKnots, fixTime } = derived ?? {};
      expect(sample?.at ?? '<now>').toBe(fixTime === '<now>' ? fixTime : Date.parse(fixTime ?? ''));
      expect(sample?.position).toMatchObject({
        lat: derived?.lat,
        lng: derived?.lon,
        ...(derived?.altitude === undefined ? {} : { altitude: derived.altitude }),
        ...(derived?.accuracy === undefined ? {} : { accuracy: derived.accuracy }),
        ...(derived?.course === undefined ? {} : { course: derived.course }),
        ...(speedKnots === undefined ? {} : { speed: speedKnots * kmhPerKnot }),
      });
      const { batteryLevel, motion, ...others } = derived?.attributes ?? {};
      expect(sample?.battery?.level).toBe(batteryLevel);
      expect(sample?.moving).toBe(motion);
      for (const [name, value] of Object.entries(others)) {
        expect(sample?.unknown?.[name]).toBe(String(value));
      }
    },
  );

  it.each(vectors.malformed)('$id is refused: $means', ({ request, expect: expected }) => {
    expect(parseOsmand(request)).toEqual({ type: 'malformed', ...expected });
  });
});
