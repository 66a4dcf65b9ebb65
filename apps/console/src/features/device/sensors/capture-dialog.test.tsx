import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Capture } from '@varde/contract/sensors';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { sensorRow } from '../../../testing/sensor-records.ts';
import { SensorTab } from './sensor-tab.tsx';

const camera = sensorRow({
  sensor: { name: 'Bevegelse stue', gatewayId: '4100030', type: { code: '27', supportedFunctions: [] } },
  actions: ['info', 'captureImage', 'delete'],
});
const capture = (fields: Partial<Capture> = {}): Capture => ({
  ...{ state: 'none', at: null, reason: null, answer: null },
  ...fields,
});
let now: Capture;
let refusal: Response | null;
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  now = capture();
  refusal = null;
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    const path = String(url);
    if (init?.method === 'POST' && refusal !== null) return refusal;
    if (init?.method === 'POST') now = capture({ state: 'waiting', at: Date.now() });
    if (/capture/.test(path)) return Response.json(now);
    return Response.json(path.endsWith('/sensors') ? { sensors: [camera], sensorRefresh: 100 } : { sensors: [] });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(): Promise<HTMLElement> {
  await renderPage(
    <>
      <ModalsProvider />
      <Notifications />
      <SensorTab device={deviceDetail({ dehaId: 13 })} tab="sensor" />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Handlinger for Bevegelse stue' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Ta bilde' }));
  return screen.findByRole('dialog', { name: 'Bilde fra Bevegelse stue' });
}
const posts = () =>
  fetched.mock.calls.flatMap(([url, init]) => (init?.method === 'POST' ? [[String(url), String(init.body)]] : []));
const image = () => screen.queryByRole('img', { name: 'Bilde fra Bevegelse stue' });
const timestamp = () =>
  Number(/\/ajax\/file\/sensorimage\/7\?timestamp=(\d+)$/.exec(image()?.getAttribute('src') ?? '')?.[1]);

describe('the picture of a camera', () => {
  it('[D2.087 D7.041] is asked for in the dialog of the row, by the gateway id, and not before somebody says so', async () => {
    const dialog = await open();
    const take = await within(dialog).findByRole('button', { name: 'Ta bilde' });
    expect(dialog.textContent).toContain('Hvem som tar og ser bilder, blir loggført.');
    expect(posts()).toEqual([]);
    await userEvent.click(take);
    expect(await within(dialog).findByText('Venter på bildet fra enheten …')).toBeDefined();
    expect(posts()).toEqual([['/ajax/devices/1/sensors/capture_image', '{"gatewayId":"4100030"}']]);
    await userEvent.click(take);
    expect(posts()).toHaveLength(1);
  });

  it('[D7.092 D9.007] is read anew every five seconds, by the number of the sensor and the time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    now = capture({ state: 'taken', at: Date.UTC(2026, 0, 2, 11) });
    await open();
    await waitFor(() => expect(image()).not.toBeNull());
    const first = timestamp();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(timestamp()).toBe(first);
    await vi.advanceTimersByTimeAsync(1_500);
    const second = timestamp();
    expect(second - first).toBeGreaterThanOrEqual(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(timestamp() - second).toBeGreaterThanOrEqual(5_000);
    expect(screen.getByText(/^Mottatt 2\. januar 2026|^Mottatt 02\.01\.2026/)).toBeDefined();
  });

  it('appears by itself when the unit has sent it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    now = capture({ state: 'waiting', at: Date.now() });
    const dialog = await open();
    await within(dialog).findByText('Venter på bildet fra enheten …');
    expect(image()).toBeNull();
    now = capture({ state: 'taken', at: Date.now() });
    await vi.advanceTimersByTimeAsync(5_500);
    await waitFor(() => expect(image()).not.toBeNull());
    expect(within(dialog).getByRole('button', { name: 'Ta nytt bilde' })).toBeDefined();
  });

  it.each([
    [{ reason: 'refused', answer: 'lens is covered' }, 'Enheten avviste kommandoen. Svaret var «lens is covered».'],
    [{ reason: 'notConnected' }, 'Enheten tok ikke kontakt i tide.'],
    [{ reason: 'noImage' }, 'Enheten svarte, men bildet kom ikke.'],
  ])('that does not come is said to be missing, and why: %j', async (fields, words) => {
    now = capture({ state: 'failed', at: Date.now(), ...fields });
    const dialog = await open();
    expect(await within(dialog).findByText(`Det kom ikke noe bilde. ${words}`)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Prøv igjen' }));
    expect(posts()).toHaveLength(1);
  });

  it('that has been deleted meanwhile is not shown as a broken image', async () => {
    now = capture({ state: 'taken', at: Date.now() });
    const dialog = await open();
    await waitFor(() => expect(image()).not.toBeNull());
    now = capture();
    fireEvent.error(image() as HTMLElement);
    expect(await within(dialog).findByText('Det er ikke tatt noe bilde.')).toBeDefined();
    expect(image()).toBeNull();
  });

  it('that the browser cannot show is asked about once, and else at its time', async () => {
    now = capture({ state: 'taken', at: Date.now() });
    await open();
    await waitFor(() => expect(image()).not.toBeNull());
    const asked = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/capture')).length;
    const before = asked();
    for (let times = 1; times <= 5; times++)
      await act(async () => {
        fireEvent.error(image() as HTMLElement);
      });
    expect(asked()).toBe(before + 1);
  });

  it('that cannot be asked for says why, and the dialog closes', async () => {
    refusal = Response.json({ code: 'notAllowed' }, { status: 403 });
    const dialog = await open();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Ta bilde' }));
    expect((await within(dialog).findByRole('alert')).textContent).not.toBe('');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lukk' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
