import { expect, it } from 'vitest';
import { alarmTurns } from './alarm-turns.ts';

it('a fleet presses SOS first after 30 seconds and then at most every three minutes, over all devices', () => {
  const turns = alarmTurns(['pressesSos', 'walks', 'pressesSos', 'stays', 'pressesSos', 'falls']);
  const presses = [turns[0], turns[2], turns[4]].flatMap((turn) =>
    turn === undefined ? [] : Array.from({ length: 20 }, (_, i) => turn.first + i * turn.every),
  );
  const sorted = presses.sort((a, b) => a - b);
  expect(sorted[0]).toBe(30_000);
  sorted.slice(1).forEach((at, i) => {
    expect(at - (sorted[i] ?? 0)).toBe(180_000);
  });
});
