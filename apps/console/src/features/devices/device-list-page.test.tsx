import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedDevice } from '@varde/contract/devices';
import { liveDestinations } from '@varde/contract/routes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectCache } from '#data/live/live-cache.ts';
import { openLiveChannel } from '#data/live/live-channel.ts';
import { fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceRow } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceListPage } from './device-list-page.tsx';

let devices: ListedDevice[];
beforeEach(() => {
  devices = [];
  vi.stubGlobal('fetch', async () =>
    Response.json({ devices, total: devices.length, totalIsLowerBound: false, nextCursor: null, rev: 1 }),
  );
});
afterEach(() => vi.restoreAllMocks());

describe('a device list in which nothing is found', () => {
  it('offers to clear search and filters, and keeps the order [C2.50]', async () => {
    const onFilter = vi.fn();
    await renderPage(
      <DeviceListPage filter={{ search: 'rom', status: 'battery', sort: 'name' }} onFilter={onFilter} />,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Vis alle' }));
    expect(onFilter).toHaveBeenCalledExactlyOnceWith({ sort: 'name' });
  });

  it('has nothing to clear when nothing is filtered', async () => {
    await renderPage(<DeviceListPage filter={{ sort: 'name' }} onFilter={vi.fn()} />);
    expect(await screen.findByText('Ingen enheter ennå')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Vis alle' })).toBeNull();
  });
});

it('shows status, battery, signal and tracking as they change, without being loaded again [C1.05]', async () => {
  // jsdom lays nothing out, and a list without a height draws no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  devices = [deviceRow({ lastMsgIn: 1, battery: 80, gsmStrength: 100 })];
  const sockets = fakeLiveServer();
  const channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  const { cache } = await renderPage(<DeviceListPage filter={{}} onFilter={vi.fn()} />);
  const row = await screen.findByRole('row', { name: /Rom 101/ });
  expect(row.textContent).toMatch(/OK.*80\u202f%.*–/);
  expect(screen.getByRole('img', { name: 'Signal: 5 av 5, godt' })).toBeDefined();
  connectCache(channel, cache);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.accept();
  await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain(liveDestinations.devices));
  const trackingUntil = Date.now() + 3_600_000;
  const change = { deviId: 1, rev: 9, status: 'alarm', battery: 42, gsmStrength: 20, trackingUntil };
  await act(async () => sockets[0]?.tell(liveDestinations.devices, { rev: 9, changes: [change] }));
  await vi.waitFor(() => expect(row.textContent).toMatch(/Alarm.*42\u202f%.*til /));
  expect(screen.getByRole('img', { name: 'Signal: 1 av 5' })).toBeDefined();
  channel.stop();
});
