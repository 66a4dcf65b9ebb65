import { expect, test } from 'vitest';
import { wireGroupsWith } from './wire-groups.ts';

const device = {
  deviId: 1,
  dehaId: 17,
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
