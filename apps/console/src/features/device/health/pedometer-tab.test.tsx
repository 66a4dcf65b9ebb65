import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { PedometerTab } from './pedometer-tab.tsx';

let days: { date: string; steps: number }[];
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  days = Array.from({ length: 14 }, (_, at) => ({ date: `2026-11-${12 + at}`, steps: at * 1000 }));
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    Response.json(
      String(url).endsWith('/steps')
        ? { days }
        : {
            ...{ deviId: 1, dehaId: 29, fiwaNum: null, announced: [] },
            settings: [
              {
                ...{ key: 'devicePedometer', desired: true, reported: null, reportedAt: null },
                ...{ delivery: null, changeable: true },
              },
            ],
          },
    ),
  );
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());
const show = () => renderPage(<PedometerTab device={deviceDetail({ dehaId: 29 })} tab="pedometer" />);

it('[D2.041] has the toggle of the pedometer of the device', async () => {
  await show();
  expect(await screen.findByRole('switch', { name: /Skritteller/ })).toHaveProperty('checked', true);
});

it('[D2.042] shows the steps of 14 days as bars, and in numbers to screen readers', async () => {
  await show();
  const table = await screen.findByRole('table', { name: 'Skritt per dag' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ')));
  expect(rows).toHaveLength(14);
  expect(rows[0]).toEqual(['12.11.2026', '0']);
  expect(rows[13]).toEqual(['25.11.2026', '13 000']);
  await vi.waitFor(() => expect(document.querySelector('figure .recharts-responsive-container')).not.toBeNull());
});

it('[D2.043] says “Ingen data” when no steps were counted on any of the days', async () => {
  days = days.map((day) => ({ ...day, steps: 0 }));
  await show();
  expect(await screen.findByText('Ingen data')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  expect(document.querySelector('figure')).toBeNull();
});
