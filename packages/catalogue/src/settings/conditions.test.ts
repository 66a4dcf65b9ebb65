import { expect, it } from 'vitest';
import { holds, isAvailable } from './conditions.ts';
import { settingByKey } from './vocabulary.ts';

const definition = (key: string) => {
  const found = settingByKey(key);
  if (found === undefined) throw new Error(`${key} is missing`);
  return found;
};

it.each(['sosCancellation', 'voicePromptSosAlarm'])('%s is visible while the alarm is not silent', (key) => {
  expect(isAvailable(definition(key), { silentAlarm: false })).toBe(true);
  expect(isAvailable(definition(key), { silentAlarm: true })).toBe(false);
  expect(isAvailable(definition(key), {}), 'hardware without a silent alarm').toBe(true);
});

it('the team alert warns while it is on and the alarm is not silent', () => {
  const [warning] = definition('teamAlert').warnings ?? [];
  const warned = (teamAlert: boolean, silentAlarm: boolean) => holds(warning?.when, { teamAlert, silentAlarm });
  expect([warned(true, false), warned(true, true), warned(false, false)]).toEqual([true, false, false]);
});

it('a dimmed field cannot be changed either', () => {
  const dimmed = { ...definition('teamAlert'), enabledWhen: [{ key: 'silentAlarm', equals: true }] };
  expect([true, false].map((silentAlarm) => isAvailable(dimmed, { silentAlarm }))).toEqual([true, false]);
});

it('the hours of the night are visible while it has an interval of its own', () => {
  for (const key of ['trackingNightStarts', 'trackingNightEnds'])
    expect([0, 10].map((minutes) => isAvailable(definition(key), { trackingIntervalNightInMinutes: minutes }))).toEqual(
      [...[false, true]],
    );
});
