import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { notifyManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Alarm } from '@varde/contract/alarms';
import type { DeviceDetail } from '@varde/contract/devices';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { alarmRecord, deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { openTestDialog } from './test-dialog.tsx';

const fetched = vi.fn<typeof fetch>();
let device: DeviceDetail;

beforeAll(() => withAdministrationTexts(() => withDevicePageTexts(async () => undefined)));
beforeEach(() => {
  device = deviceDetail({ deviId: 1 });
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'POST') return Response.json(alarmRecord({ state: 'reset', rev: 9 }));
    if (String(url).includes('analysis')) return Response.json({ alarms: [] });
    if (String(url).includes('/devices/')) return Response.json(device);
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

async function open(before: readonly Partial<Alarm>[] = []) {
  const { cache } = await renderPage(
    <>
      <ModalsProvider />
      <Notifications />
    </>,
  );
  cache.setQueryData(alarmsQuery.queryKey, listOf(before));
  act(() => void openTestDialog(device));
  const dialog = within(await screen.findByRole('dialog', { name: 'Test Rom 101' }));
  /** Resolves when the console has taken notice. */
  const arrive = (alarms: readonly Partial<Alarm>[]) =>
    act(async () => {
      cache.setQueryData(alarmsQuery.queryKey, listOf([...alarms, ...before]));
      await new Promise((resolve) => notifyManager.schedule(() => resolve(null)));
    });
  return { dialog, arrive };
}

describe('a guided test of a device', () => {
  it('waits for an alarm of this device, shows it when it comes, and resets it as a test', async () => {
    const { dialog, arrive } = await open();
    expect(dialog.getByRole('status').textContent).toBe('Venter på alarmen');
    await arrive([{ alarmId: 7, deviId: 2 }]);
    expect(dialog.getByRole('status').textContent).toBe('Venter på alarmen');
    await arrive([{ alarmId: 8, deviId: 1, receivedAt: new Date(2026, 10, 20, 12, 5).getTime() }]);
    expect(dialog.getByRole('status').textContent).toBe('Alarmen kom inn kl. 12:05.');
    fireEvent.click(dialog.getByRole('button', { name: 'Tilbakestill som test' }));
    expect(await screen.findByText('Rom 101 er testet.')).toBeDefined();
    expect(sent()).toEqual([
      [expect.stringContaining('/alarms/8/reset'), { handledBy: 'Kari Nes', outcome: 'test' }],
    ]);
  });

  it('leaves the alarm open when it is a real one, and when the dialog is closed before it comes', async () => {
    const { dialog, arrive } = await open();
    await arrive([{ alarmId: 8 }]);
    fireEvent.click(dialog.getByRole('button', { name: 'Det er en ekte alarm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => void openTestDialog(device));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByText(/en alarm som ikke er tilbakestilt/)).toBeDefined();
    expect(again.queryByRole('button', { name: 'Tilbakestill som test' })).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('begins beside an alarm that is reset already, which is not taken for the test', async () => {
    const { dialog } = await open([{ alarmId: 6, state: 'reset' }]);
    expect(dialog.getByRole('status').textContent).toBe('Venter på alarmen');
  });

  it('says that an alarm which was on its way for more than a minute is no test', async () => {
    const { dialog, arrive } = await open();
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
    await arrive([{ alarmId: 8 }]);
    await arrive(then);
    expect(dialog.getByText('Alarmen er tilbakestilt.')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Tilbakestill som test' })).toBeNull();
  });

  it.each([true, false])('warns when the notification list reaches nobody: %s', async (reachesNobody) => {
    device = deviceDetail({ reachesNobody });
    const { dialog } = await open();
    await waitFor(() =>
      expect(fetched.mock.calls.some(([url]) => String(url).includes('/devices/'))).toBe(true),
    );
    const warning = () => dialog.queryByText(/Varslingslisten når ingen/);
    if (reachesNobody) await waitFor(() => expect(warning()).not.toBeNull());
    else expect(warning()).toBeNull();
  });
});
