import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { TextsTab } from './texts-tab.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

it('a translator sees the texts of the device in each language beside their keys, and no others', async () => {
  const device = deviceDetail({ dehaId: 13, tabs: [{ key: 'battery', place: 'main' }] });
  await renderPage(<TextsTab device={device} tab="texts" />);
  const key = await screen.findByText('settings.batteryThreshold.label');
  const texts = [...(key.closest('div')?.querySelectorAll('dd') ?? [])];
  expect(texts.map(({ lang, textContent }) => [lang, textContent])).toEqual([
    ['nb', 'Grense for lavt batteri'],
    ['en', 'Low battery threshold'],
  ]);
  expect(screen.getByText('deviceTabs.battery')).toBeDefined();
  expect(screen.queryByText('deviceTabs.info')).toBeNull();
  expect(screen.queryByText(/fallDownAlert/)).toBeNull();
});
