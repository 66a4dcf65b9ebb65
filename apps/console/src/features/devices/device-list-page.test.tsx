import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedDevice } from '@varde/contract/devices';
import { liveDestinations } from '@varde/contract/routes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceRow } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceListPage } from './device-list-page.tsx';

let devices: ListedDevice[];
let sockets: FakeSocket[];
let channel: LiveChannel;
beforeEach(() => {
  devices = [];
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  vi.stubGlobal('fetch', async () =>
    Response.json({ devices, total: devices.length, totalIsLowerBound: false, nextCursor: null, rev: 1 }),
  );
});
afterEach(() => {
  channel.stop();
  vi.restoreAllMocks();
});

const show = (filter: Parameters<typeof DeviceListPage>[0]['filter'], onFilter = vi.fn()) =>
  renderPage(
    <LiveProvider channel={channel}>
      <DeviceListPage filter={filter} onFilter={onFilter} />
    </LiveProvider>,
  );

describe('a device list in which nothing is found', () => {
  it('offers to clear search and filters, and keeps the order [C2.50]', async () => {
    const onFilter = vi.fn();
    await show({ search: 'rom', status: 'battery', sort: 'name' }, onFilter);
    await userEvent.click(await screen.findByRole('button', { name: 'Vis alle' }));
    expect(onFilter).toHaveBeenCalledExactlyOnceWith({ sort: 'name' });
  });

  it('has nothing to clear when nothing is filtered', async () => {
    await show({ sort: 'name' });
    expect(await screen.findByText('Ingen enheter ennå')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Vis alle' })).toBeNull();
  });
});

it('shows status, battery, signal and tracking as they change, without being loaded again [C1.05]', async () => {
  // jsdom lays nothing out, and a list without a height draws no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  devices = [deviceRow({ lastMsgIn: 1, battery: 80, gsmStrength: 100 })];
  await show({});
  const row = await screen.findByRole('row', { name: /Rom 101/ });
  expect(row.textContent).toMatch(/OK.*80\u202f%.*–/);
  expect(screen.getByRole('img', { name: 'Signal: 5 av 5, godt' })).toBeDefined();
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.accept();
  await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain(liveDestinations.devices));
  const trackingUntil = Date.now() + 3_600_000;
  const change = deviceRow({ rev: 9, status: 'alarm', battery: 42, gsmStrength: 20, trackingUntil });
  await act(async () => sockets[0]?.tell(liveDestinations.devices, { rev: 9, changes: [change] }));
  await vi.waitFor(() => expect(row.textContent).toMatch(/Alarm.*42\u202f%.*til /));
  expect(screen.getByRole('img', { name: 'Signal: 1 av 5' })).toBeDefined();
});
