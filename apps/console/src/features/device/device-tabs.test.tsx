import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deviceTabsFor } from '@varde/catalogue/device-tabs';
import { hardwareById, hardwareList } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderRoute } from '../../testing/render-page.tsx';
import { SettingsPage } from './settings-page.tsx';

let channel: LiveChannel;
beforeEach(() => {
  fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

/** A device used in this file only, since the console remembers live changes from other files. */
async function open(at: string, fields: Partial<DeviceDetail> = {}) {
  const answers: Record<string, unknown> = {
    [`/ajax/devices/${fields.deviId ?? 1}`]: deviceDetail({ deviId: 1, dehaId: 34, ...fields }),
    '/ajax/devices/1/settings': { deviId: 1, dehaId: 34, fiwaNum: null, announced: [], settings: [] },
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url] ?? { commands: [] }));
  const { router } = await renderRoute(
    '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
    ({ tab, part }) => (
      <LiveProvider channel={channel}>
        <SettingsPage deviId={fields.deviId ?? 1} tab={tab} part={part} />
      </LiveProvider>
    ),
    at,
  );
  await screen.findByRole('heading', { name: /Rom 101/ });
  return () => router.state.location.pathname;
}

it('a device is looked at and changed through its tabs, the general ones within the tab "general" [D1.001 D1.014]', async () => {
  const address = await open('/settings/1/34');
  await screen.findByRole('heading', { name: 'Spesifikasjoner' });
  expect(address()).toBe('/settings/1/34/info');
  await userEvent.click(screen.getByRole('link', { name: 'Generelt' }));
  await vi.waitFor(() => expect(address()).toBe('/settings/1/34/general/alarm'));
  const general = screen.getByRole('navigation', { name: 'Generelt' });
  expect(
    within(general)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Alarminnstillinger']);
  expect(screen.queryByRole('heading', { name: 'Spesifikasjoner' })).toBeNull();
});

it('[C2.06] the tab that was last open is opened again for the same device after a reload, and not for another one', async () => {
  const address = await open('/settings/1/34');
  await vi.waitFor(() => expect(address()).toBe('/settings/1/34/info'));
  await userEvent.click(screen.getByRole('link', { name: 'Generelt' }));
  await vi.waitFor(() => expect(address()).toBe('/settings/1/34/general/alarm'));
  cleanup();
  const again = await open('/settings/1/34');
  await vi.waitFor(() => expect(again()).toBe('/settings/1/34/general/alarm'));
  cleanup();
  const other = await open('/settings/2/34', { deviId: 2 });
  await vi.waitFor(() => expect(other()).toBe('/settings/2/34/info'));
});

it('the settings are fetched from the device by an action among the general tabs, where it is allowed [C2.23]', async () => {
  const address = await open('/settings/1/34/general/alarm', { actions: ['sync'], connected: true });
  const sent: string[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(url);
    return answer(url, init);
  });
  const general = within(screen.getByRole('navigation', { name: 'Generelt' }));
  await userEvent.click(general.getByRole('button', { name: 'Hent innstillinger fra enheten' }));
  await vi.waitFor(() => expect(sent).toEqual(['/ajax/devices/1/actions/sync']));
  expect(address()).toBe('/settings/1/34/general/alarm');
  cleanup();
  await open('/settings/1/34/general/alarm', { actions: [], connected: true });
  expect(within(screen.getByRole('navigation', { name: 'Generelt' })).queryAllByRole('button')).toEqual([]);
});

it('without a tab with content, nothing is shown below the header [D1.048]', async () => {
  const address = await open('/settings/1/34/info', { tabs: [] });
  expect(screen.queryByRole('navigation', { name: 'Faner for enheten' })).toBeNull();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(address()).toBe('/settings/1/34/info');
});

/** The tabs of a device of this hardware for a user who holds every policy, as the server finds them. */
const tabsOf = (dehaId: number): DeviceDetail['tabs'] =>
  deviceTabsFor({
    ...{ hardware: hardwareById(dehaId), fiwaNum: null, announced: [], twin: 'NONE', ownerIsPrivate: false },
    ...{ may: () => true, flags: [] },
  });

it.each([
  ['light and sound on trigger two 4G [D1.024]', 23, 'Lys og lyd', 'Skjerm og lyd'],
  ['light and sound on watch one, which has no display [D1.024]', 11, 'Lys og lyd', 'Skjerm og lyd'],
  ['display and sound on watch seven, which has a display [D1.025]', 34, 'Skjerm og lyd', 'Lys og lyd'],
])('%s', async (_title, dehaId, name, other) => {
  await open(`/settings/1/${dehaId}/general/lightAndSound`, { dehaId, tabs: tabsOf(dehaId) });
  const general = within(screen.getByRole('navigation', { name: 'Generelt' }));
  expect(general.getByRole('link', { name })).toBeDefined();
  expect(general.queryByRole('link', { name: other })).toBeNull();
});

it('[D1.018 D1.019 D1.022] the general settings, the logs and the battery of a device are among its general tabs', async () => {
  await open('/settings/1/34/general/settings', { dehaId: 34, tabs: tabsOf(34) });
  const general = within(screen.getByRole('navigation', { name: 'Generelt' }));
  for (const [name, tab] of [
    ['Generelle innstillinger', 'settings'],
    ['Enhetslogger', 'logs'],
    ['Batteri', 'battery'],
  ] as const)
    expect(general.getByRole('link', { name }).getAttribute('href')).toBe(`/settings/1/34/general/${tab}`);
});

it('[D1.023] the alarm settings are among the general tabs', async () => {
  await open('/settings/1/34/general/alarm', { dehaId: 34, tabs: tabsOf(34) });
  const general = within(screen.getByRole('navigation', { name: 'Generelt' }));
  expect(general.getByRole('link', { name: 'Alarminnstillinger' }).getAttribute('href')).toBe(
    '/settings/1/34/general/alarm',
  );
});

it('[D1.009] exactly the devices with positioning have the tab of tracking', () => {
  const having = hardwareList.filter(({ dehaId }) => tabsOf(dehaId).some(({ key }) => key === 'tracking'));
  const positioned = hardwareList.filter(({ capabilities }) => capabilities.positioning && !capabilities.fewTabs);
  expect(having.length).toBeGreaterThan(0);
  expect(having).toEqual(positioned);
});
