import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { notifyManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { metyId } from '@varde/catalogue/message-types';
import type { Alarm } from '@varde/contract/alarms';
import type { DeviceDetail } from '@varde/contract/devices';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import type { LiveChannel, LiveStatus } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { alarmRecord, deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { openTestDialog } from './test-dialog.tsx';

const fetched = vi.fn<typeof fetch>();
let device: DeviceDetail;
let status: LiveStatus;
const channel: LiveChannel = {
  subscribe: () => () => undefined,
  status: () => status,
  onStatus: () => () => undefined,
  stop: () => undefined,
};
/** The server's answer to which alarms it knows. */
let listed: () => Promise<Response>;

beforeAll(() => withAdministrationTexts(() => withDevicePageTexts(async () => undefined)));
beforeEach(() => {
  device = deviceDetail({ deviId: 1 });
  status = { state: 'connected', since: 0 };
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'POST') return Response.json(alarmRecord({ state: 'reset', rev: 9 }));
    if (String(url).includes('analysis')) return Response.json({ alarms: [] });
    if (String(url).includes('/devices/')) return Response.json(device);
    if (String(url).includes('/ajax/alarms?')) return listed();
    return new Promise(() => undefined);
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const listOf = (alarms: readonly Partial<Alarm>[]) => ({
  alarms: alarms.map((alarm) => alarmRecord(alarm)),
  nextCursor: null,
  rev: 1,
});
const sent = () =>
  fetched.mock.calls.flatMap(([url, init]) =>
    init?.method === 'POST' ? [[String(url), JSON.parse(String(init.body))]] : [],
  );

async function open(before: readonly Partial<Alarm>[] = [], cached: readonly Partial<Alarm>[] = before) {
  listed = async () => Response.json(listOf(before));
  const { cache } = await renderPage(
    <LiveProvider channel={channel}>
      <ModalsProvider />
      <Notifications />
    </LiveProvider>,
  );
  cache.setQueryData(alarmsQuery.queryKey, listOf(cached));
  act(() => void openTestDialog(device));
  const dialog = within(await screen.findByRole('dialog', { name: 'Test Rom 101' }));
  /** Resolves when the console has taken notice. */
  const arrive = (alarms: readonly Partial<Alarm>[]) =>
    act(async () => {
      cache.setQueryData(alarmsQuery.queryKey, listOf([...alarms, ...before]));
      await new Promise((resolve) => notifyManager.schedule(() => resolve(null)));
    });
  return { dialog, arrive, cache };
}

const isWaiting = (dialog: Awaited<ReturnType<typeof open>>['dialog']) => dialog.findByText('Venter på alarmen');
const finishButton = { name: 'Tilbakestill som test' };

describe('a guided test of a device', () => {
  it('waits for an alarm of this device, shows it when it comes, and resets it as a test', async () => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 7, deviId: 2 }]);
    expect(dialog.getByRole('status').textContent).toBe('Venter på alarmen');
    await arrive([{ alarmId: 8, deviId: 1, receivedAt: new Date(2026, 10, 20, 12, 5).getTime() }]);
    expect(dialog.getByRole('status').textContent).toBe('Alarm kom inn kl. 12:05.');
    fireEvent.click(dialog.getByRole('button', { name: 'Tilbakestill som test' }));
    expect(await screen.findByText('Rom 101 er testet.')).toBeDefined();
    expect(sent()).toEqual([
      [
        expect.stringContaining('/alarms/8/reset'),
        { deviceId: 1, handledBy: 'Kari Nes', outcome: 'test', claimedAt: null, signalCount: 1 },
      ],
    ]);
  });

  it('leaves the alarm open when it is a real one, and when the dialog is closed before it comes', async () => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8 }]);
    fireEvent.click(dialog.getByRole('button', { name: 'Det er en ekte alarm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    listed = async () => Response.json(listOf([{ alarmId: 8 }]));
    act(() => void openTestDialog(device));
    const again = within(await screen.findByRole('dialog'));
    expect(await again.findByText(/en alarm som ikke er tilbakestilt/)).toBeDefined();
    expect(again.queryByRole('button', { name: 'Tilbakestill som test' })).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('begins beside an alarm that is reset already, which is not taken for the test', async () => {
    const { dialog } = await open([{ alarmId: 6, state: 'reset' }]);
    await isWaiting(dialog);
  });

  it.each([
    ['the page had no alarms yet', []],
    ['the page had missed it', [{ alarmId: 5, deviId: 2 }]],
  ])('does not take an alarm for the test that was open before, although %s', async (_, cached) => {
    const { dialog } = await open([{ alarmId: 6 }], cached);
    expect(await dialog.findByText(/en alarm som ikke er tilbakestilt/)).toBeDefined();
    expect(dialog.queryByRole('button', finishButton)).toBeNull();
  });

  it('begins only when the server has said which alarms there are', async () => {
    const { dialog, arrive } = await open([], []);
    await isWaiting(dialog);
    act(() => fireEvent.click(dialog.getByRole('button', { name: 'Avbryt' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    listed = async () => Response.json({ code: 'notAllowed' }, { status: 403 });
    act(() => void openTestDialog(device));
    const again = within(await screen.findByRole('dialog'));
    expect(await again.findByRole('alert')).toBeDefined();
    await arrive([{ alarmId: 8 }]);
    expect(again.queryByRole('button', finishButton)).toBeNull();
  });

  it('resets the first alarm that came and no other: a later one may be real, and is shown as such', async () => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8 }]);
    await arrive([{ alarmId: 9, metyId: metyId.manDown }, { alarmId: 8 }]);
    expect(dialog.getByRole('alert').textContent).toContain('enda en alarm: Fall');
    fireEvent.click(dialog.getByRole('button', finishButton));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.[0]).toContain('/alarms/8/reset');
  });

  it('keeps to the alarms that were known when it was opened, also when everything is fetched again', async () => {
    const { dialog, arrive, cache } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8 }]);
    const again = vi.fn(async () => Response.json(listOf([{ alarmId: 8 }])));
    listed = again;
    act(() => void cache.invalidateQueries({ refetchType: 'active' }));
    await waitFor(() => expect(again).toHaveBeenCalled());
    await waitFor(() => expect(cache.isFetching({ queryKey: alarmsQuery.queryKey })).toBe(0));
    await arrive([{ alarmId: 8 }]);
    expect(dialog.queryByText(/en alarm som ikke er tilbakestilt/)).toBeNull();
    expect(dialog.getByRole('button', finishButton)).toBeDefined();
  });

  it.each([
    ['lost', 1],
    ['connected', 0],
  ] as const)('says that no alarm can come while contact is lost: %s', async (state, warnings) => {
    status = { state, since: 0 };
    const { dialog } = await open();
    await isWaiting(dialog);
    expect(dialog.queryAllByText(/Ingen kontakt med serveren/)).toHaveLength(warnings);
  });

  it('names the colleague who has the alarm, and not the user', async () => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8, state: 'claimed', claimedBy: { userId: 99, name: 'Ola Moen' } }]);
    expect(dialog.getByText(/Ola Moen har tatt alarmen/)).toBeDefined();
    await arrive([{ alarmId: 8, state: 'claimed', claimedBy: { userId: 1, name: 'Kari Nes' } }]);
    expect(dialog.queryByText(/har tatt alarmen/)).toBeNull();
  });

  it('shows that an alarm which was reset before has been reopened, because the next press belongs to it', async () => {
    const { dialog, arrive } = await open([{ alarmId: 6, state: 'reset' }], []);
    await isWaiting(dialog);
    await arrive([{ alarmId: 6 }]);
    expect(dialog.getByText(/en alarm som ikke er tilbakestilt/)).toBeDefined();
  });

  it('says when a colleague has reset the alarm, but not as a test', async () => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8 }]);
    await arrive([{ alarmId: 8, state: 'reset', outcome: 'helped' }]);
    expect(dialog.getByText(/men ikke som test/)).toBeDefined();
  });

  it('says that an alarm which was on its way for more than a minute is no test', async () => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8, late: true }]);
    expect(dialog.getByText(/Det teller ikke som en test/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Tilbakestill som test' }));
    expect(await screen.findByText(/men teller ikke som en test/)).toBeDefined();
  });

  it.each([
    ['somebody else has reset it', [{ alarmId: 8, state: 'reset' as const }]],
    ['it has left the list of alarms', []],
  ])('ends without another reset when %s', async (_, then) => {
    const { dialog, arrive } = await open();
    await isWaiting(dialog);
    await arrive([{ alarmId: 8 }]);
    await arrive(then);
    expect(dialog.getByText('Alarmen er tilbakestilt.')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Tilbakestill som test' })).toBeNull();
  });

  it.each([true, false])('warns when the notification list reaches nobody: %s', async (reachesNobody) => {
    device = deviceDetail({ reachesNobody });
    const { dialog } = await open();
    await waitFor(() => expect(fetched.mock.calls.some(([url]) => String(url).includes('/devices/'))).toBe(true));
    const warning = () => dialog.queryByText(/Varslingslisten når ingen/);
    if (reachesNobody) await waitFor(() => expect(warning()).not.toBeNull());
    else expect(warning()).toBeNull();
  });
});
