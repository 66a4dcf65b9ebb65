import { expect, test } from 'vitest';
import { metricsRegistry } from './metrics.ts';

test('a name ends in _total when it counts what only grows, and then alone', async () => {
  const metrics = await metricsRegistry.getMetricsAsJSON();
  const wrong = metrics.filter(({ name, type }) => name.endsWith('_total') !== (String(type) === 'counter'));
  expect(wrong.map(({ name, type }) => [name, type])).toEqual([]);
});
