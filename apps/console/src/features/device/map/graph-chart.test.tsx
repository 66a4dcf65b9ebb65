import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { GraphChart } from './graph-chart.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

it('[D9.023] the graph is drawn from 0 to 100, whatever the values are', async () => {
  // jsdom has no layout.
  const size = { width: 600, height: 260 };
  vi.spyOn(window.HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 260));
  vi.spyOn(window.HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(size.width);
  vi.spyOn(window.HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(size.height);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #notify: (entries: { contentRect: typeof size }[]) => void;
      constructor(notify: (entries: { contentRect: typeof size }[]) => void) {
        this.#notify = notify;
      }
      observe(): void {
        this.#notify([{ contentRect: size }]);
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  const hour = 3_600_000;
  const points = [
    { time: hour, battery: 40, signal: 20 },
    { time: 2 * hour, battery: 30, signal: null },
  ];
  const { container } = renderPart(
    <GraphChart from={0} to={24 * hour} height={260} points={points} alarms={[{ time: hour, label: 'Alarm' }]} />,
  );
  const ticks = () => [...container.querySelectorAll('.yAxis text')].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(ticks()).toContain('100\u202f%'));
  expect(Math.max(...ticks().map((tick) => Number.parseInt(tick, 10)))).toBe(100);
  // 230 pixels are 100 %.
  expect(container.querySelector('circle[name=battery]')?.getAttribute('cy')).toBe(String(230 * 0.6));
  expect(screen.getByText('Alarm')).toBeDefined();
});
