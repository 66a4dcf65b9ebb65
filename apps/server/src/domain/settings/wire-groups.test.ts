import { expect, test } from 'vitest';
import type { StoredSetting } from './device-settings.ts';
import { wireGroupsWith } from './wire-groups.ts';

const device = {
  deviId: 1,
  dehaId: 25,
  custId: 1,
  fiwaNum: null,
  announced: [],
  trackingUntil: null,
  activeAt: null,
  fenced: false,
};
const groups = {
  watch: [['fallDownAlert'], ['trackingInterval']],
  eview: [['heartbeatInterval', 'trackingInterval']],
};
const keysOf = (protocols: string[]) => {
  const asked = new Map([
    ['trackingInterval', 60],
    ['heartbeatInterval', 30],
  ]);
  return wireGroupsWith(device, { asked, stored: new Map(), overridden: new Map(), protocols }, groups);
};

test('a setting is sent once, over the first protocol of the device that has it, with its whole group', () => {
  expect(keysOf(['watch', 'eview'])).toEqual([
    { keys: ['trackingInterval'], values: { trackingInterval: 60 } },
    { keys: ['heartbeatInterval'], values: { heartbeatInterval: 30, trackingInterval: 60 } },
  ]);
  expect(keysOf(['eview', 'watch'])).toEqual([
    {
      keys: ['heartbeatInterval', 'trackingInterval'],
      values: { heartbeatInterval: 30, trackingInterval: 60 },
    },
  ]);
});

test('a setting that no protocol of the device has is not sent', () => {
  expect(keysOf(['watch']).flatMap(({ keys }) => keys)).toEqual(['trackingInterval']);
  expect(keysOf(['http'])).toEqual([]);
});

test('a language that nobody has chosen or reported is left out, so that a new time zone does not change it', () => {
  const spoken = { ...device, dehaId: 29, fiwaNum: 5 };
  const zoned = { watch: [['soundFilesLanguage', 'timeZone']] };
  const valuesWith = (stored: ReadonlyMap<string, StoredSetting>) => {
    const asked = new Map([['timeZone', 120]]);
    const wanted = { asked, stored, overridden: new Map(), protocols: ['watch'] };
    return wireGroupsWith(spoken, wanted, zoned).map(({ values }) => values);
  };
  expect(valuesWith(new Map())).toEqual([{ timeZone: 120 }]);
  const swedish: StoredSetting = {
    ...{ desired: null, reported: 'sv', reportedAt: 0 },
    ...{ changed: null, deviates: false, delivery: null },
  };
  expect(valuesWith(new Map([['soundFilesLanguage', swedish]]))).toEqual([{ soundFilesLanguage: 'sv', timeZone: 120 }]);
});
