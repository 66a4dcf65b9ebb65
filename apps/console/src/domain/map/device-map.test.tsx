import type { Position } from '@varde/contract/devices';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { DeviceMap } from './device-map.tsx';

/** The library as far as markers need it: jsdom draws no maps. A marker stands in the document. */
vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => undefined,
  Map: class {
    on() {}
    once() {}
    addControl() {}
    fitBounds() {}
    remove() {}
  },
  NavigationControl: class {},
  ScaleControl: class {},
  Marker: class {
    #element: HTMLElement;
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element;
    }
    setLngLat() {
      return this;
    }
    addTo() {
      document.body.append(this.#element);
      return this;
    }
    remove() {
      this.#element.remove();
    }
  },
}));

const now = new Date(2026, 10, 20, 18, 49, 26).getTime();
const minute = 60_000;
const day = 24 * 60 * minute;
beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ tilesUrl: null, tilesAttribution: null, demoLogins: null }),
  );
  vi.spyOn(Date, 'now').mockReturnValue(now);
});

const position = (tranId: number, posTime: number): Position => ({
  tranId,
  posTime,
  posLati: 62,
  posLong: 6,
  posType: 0,
  sat: null,
  hdop: null,
  accuracy: null,
});

/** What stands beside the markers, newest first. */
async function labelsOf(times: readonly number[]) {
  const { unmount } = renderPart(
    <DeviceMap
      label="Kart"
      deviceName="Rom 101"
      positions={times.map((time, index) => position(index + 1, time))}
      colour="clear"
    />,
  );
  await vi.waitFor(() => expect(document.querySelectorAll('[role=img][title]')).toHaveLength(times.length));
  const markers = [...document.querySelectorAll('[role=img][title]')].reverse();
  unmount();
  document.body.replaceChildren();
  expect(markers.map(({ className }) => /newest/.test(className))).toEqual(
    times.map((_, index) => index === 0),
  );
  return markers.map(({ textContent }) => textContent);
}

it('names the device at the newest position, and says when each was [D4.085 D4.087]', async () => {
  expect(await labelsOf([now - minute, now - 2 * minute])).toEqual(['Rom 101 · fre. 18:48', 'fre. 18:47']);
});

it('shows weekday and time beside a marker for five days, and DD.MM HH:mm when it is older [D9.040]', async () => {
  expect(await labelsOf([now, now - 5 * day, now - 5 * day - 1, now - 6 * day])).toEqual([
    'Rom 101 · fre. 18:49',
    'søn. 18:49',
    '15.11 18:49',
    '14.11 18:49',
  ]);
});
