import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { SignalBars } from './signal-bars.tsx';

const home = 13;
const tracker = 3;
const watch = 34;
const stcb = 33;

const online = { offline: false, offlineWarning: false };
const show = (dehaId: number, gsmStrength: number | null, contact = online) =>
  renderPart(<SignalBars device={{ dehaId, gsmStrength, ...contact }} />);

describe('the signal of a device', () => {
  it.each([
    ['home units', home, 0, '1 av 5'],
    ['home units', home, 6, '4 av 5'],
    ['home units', home, 7, '4 av 5, godt'],
    ['home units', home, 9, '5 av 5, godt'],
    ['trackers', tracker, 0, '1 av 5'],
    ['trackers', tracker, 18, '3 av 5'],
    ['trackers', tracker, 19, '4 av 5'],
    ['trackers', tracker, 20, '4 av 5'],
    ['trackers', tracker, 21, '4 av 5, godt'],
    ['trackers', tracker, 31, '5 av 5, godt'],
    ['watches', watch, 20, '1 av 5'],
    ['watches', watch, 21, '2 av 5'],
    ['watches', watch, 40, '2 av 5'],
    ['watches', watch, 41, '3 av 5'],
    ['watches', watch, 60, '3 av 5'],
    ['watches', watch, 61, '4 av 5'],
    ['watches', watch, 65, '4 av 5'],
    ['watches', watch, 66, '4 av 5, godt'],
    ['watches', watch, 80, '4 av 5, godt'],
    ['watches', watch, 81, '5 av 5, godt'],
    ['watches', watch, 100, '5 av 5, godt'],
    ['watches', watch, 140, '5 av 5, godt'],
    ['STCB units', stcb, -113, '1 av 5'],
    ['STCB units', stcb, -90, '2 av 5'],
    ['STCB units', stcb, -89, '2 av 5, godt'],
    ['STCB units', stcb, -51, '5 av 5, godt'],
  ])(
    'is on the scale of %s (hardware %i) at %i: %s [C9.03 C9.04 C9.06 D9.010 D9.024 D9.025 D9.026 D9.027]',
    (_, dehaId, raw, words) => {
      show(dehaId, raw);
      const icon = screen.getByRole('img', { name: `Signal: ${words}` });
      expect(icon.querySelectorAll('rect[data-on]')).toHaveLength(Number(words[0]));
      expect(icon.querySelectorAll('rect')).toHaveLength(5);
    },
  );

  it.each([
    [watch, 0, 0, 1],
    [watch, 25, 30, 2],
    [watch, 50, 60, 3],
    [watch, 100, 120, 5],
    [watch, 140, 120, 5],
    [tracker, 15.5, 60, 3],
    [tracker, 31, 120, 5],
  ])(
    'of hardware %i at %f has the hue %i on the page of the device, from red to green, in five high bars [C9.07 C9.08 D9.025]',
    (dehaId, gsmStrength, hue, on) => {
      const device = { dehaId, gsmStrength, ...online };
      renderPart(<SignalBars device={device} tall />);
      const icon = screen.getByRole('img');
      expect(icon.getAttribute('style')).toContain(`hsl(${hue} `);
      expect(icon.querySelectorAll('rect')).toHaveLength(5);
      expect(icon.querySelectorAll('rect[data-on]')).toHaveLength(on);
      renderPart(<SignalBars device={device} />);
      const small = screen.getAllByRole('img')[1];
      expect(Number(icon.getAttribute('height'))).toBeGreaterThan(Number(small?.getAttribute('height')));
      expect(small?.getAttribute('style'), 'the list stays calm').toBeNull();
    },
  );

  it.each([
    ['below the scale', stcb, -114, online],
    ['while the device says that it is offline', watch, 80, { ...online, offline: true }],
    ['while the device is silent', watch, 80, { ...online, offlineWarning: true }],
    ['before it was ever reported', watch, null, online],
  ])('is not drawn %s [C9.05 C9.06]', (_, dehaId, raw, contact) => {
    show(dehaId, raw, contact);
    expect(screen.queryByRole('img')).toBeNull();
  });
});
