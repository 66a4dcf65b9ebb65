import { ModalsProvider } from '@mantine/modals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { Reading } from '@varde/contract/measurements';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { HealthTab } from './health-tab.tsx';

const noon = new Date(2026, 10, 25, 12, 30, 15).getTime();
const reading = (hrbpId: number, fields: Partial<Reading> = {}): Reading => ({
  hrbpId,
  logDate: noon - hrbpId * 60_000,
  heartRate: 71,
  systolicBloodPressure: 120,
  diastolicBloodPressure: 80,
  ...fields,
});
const keys = ['heartRateBloodPressureSetting', 'heartRateInterval', 'bloodPressureInterval'];
const calibration = [
  'calibrateBloodPressureSetting',
  'calibrateHeartRate',
  'calibrateSystolicPressure',
  'calibrateDiastolicPressure',
];
let announced: string[];
let pages: Record<string, { readings: Reading[]; nextCursor: string | null }>;
const fetched = vi.fn<typeof fetch>();

beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  pages = { '': { readings: [reading(1)], nextCursor: null } };
  announced = [];
  fetched.mockReset();
  fetched.mockImplementation(async (input) => {
    const url = new URL(String(input), 'http://v.example');
    if (url.pathname.endsWith('/readings')) return Response.json(pages[url.searchParams.get('cursor') ?? '']);
    if (url.pathname.includes('/actions/'))
      return Response.json({
        ...{ commandId: 1, action: 'requestHeartRate', state: 'pending', reason: null, answer: null },
        ...{ at: noon, abilities: [] },
      });
    return Response.json({
      ...{ deviId: 1, dehaId: 29, fiwaNum: null, announced },
      settings: [...keys, ...(announced.length > 0 ? calibration : [])].map((key) => ({
        ...{ key, desired: null, reported: null, reportedAt: null, delivery: null, changeable: true },
      })),
    });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (fields = {}) =>
  renderPage(
    <>
      <ModalsProvider />
      <HealthTab device={deviceDetail({ dehaId: 29, ...fields })} tab="heartRateBloodPressure" />
    </>,
  );
const table = () => screen.findByRole('table', { name: 'Målinger' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const calls = (part: string) => fetched.mock.calls.filter(([url]) => String(url).includes(part));

it('[D2.026 D2.027] lists the readings with time, heart rate, systolic and diastolic, and a dash for each value that was not measured', async () => {
  pages[''] = {
    readings: [
      reading(1, { systolicBloodPressure: -1, diastolicBloodPressure: -1 }),
      reading(2, { heartRate: -1, systolicBloodPressure: 0 }),
    ],
    nextCursor: null,
  };
  await show();
  expect(await rows()).toEqual([
    ['Tidspunkt', 'Puls (slag/min)', 'Overtrykk (mmHg)', 'Undertrykk (mmHg)'],
    ['25.11.2026 12:29:15', '71', '-', '-'],
    ['25.11.2026 12:28:15', '-', '0', '80'],
  ]);
});

it('says that there are no readings', async () => {
  pages[''] = { readings: [], nextCursor: null };
  await show();
  expect(await screen.findByText('Ingen målinger')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows more readings on request', async () => {
  pages[''] = { readings: [reading(1)], nextCursor: 'next' };
  pages.next = { readings: [reading(2)], nextCursor: null };
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Vis flere' }));
  await vi.waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Vis flere' })).toBeNull();
});

it('[D2.030] fetches the readings again every 20 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show();
  await table();
  expect(calls('/readings')).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(19_900));
  expect(calls('/readings')).toHaveLength(1);
  pages[''] = { readings: [reading(0, { heartRate: 88 }), reading(1)], nextCursor: null };
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(calls('/readings')).toHaveLength(2);
  await vi.waitFor(() => expect(screen.getByText('88')).toBeDefined());
});

it.each([
  ['[D2.029 D7.008] the heart rate', 'Mål puls nå', 'requestHeartRate'],
  ['[D2.028 D7.009] the blood pressure', 'Mål blodtrykk nå', 'requestBloodPressure'],
] as const)('%s is requested by a button', async (_, name, action) => {
  await show({ actions: [action], connected: true });
  await table();
  fireEvent.click(await screen.findByRole('button', { name }));
  await vi.waitFor(() => expect(calls(`/devices/1/actions/${action}`)).toHaveLength(1));
});

it('has no button for a measurement that the device does not do on request', async () => {
  await show({ actions: ['requestBloodPressure'] });
  await table();
  expect(screen.queryByRole('button', { name: /Mål puls nå/ })).toBeNull();
});

it('[D2.021 D2.022 D2.023 D4.002] saves what was changed alone, and only then', async () => {
  await show();
  const save = await screen.findByRole('button', { name: 'Lagre' });
  expect(isOff(save)).toBe(true);
  const interval = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /Intervall for puls/ });
  expect(interval().disabled).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: /Mål puls og blodtrykk/ }));
  expect(interval().disabled).toBe(false);
  expect(interval().selectedOptions[0]?.text).toBe('1 time');
  fireEvent.change(interval(), { target: { value: '15' } });
  fireEvent.click(save);
  const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PATCH' || init?.method === 'PUT');
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(JSON.parse(String(sent()[0]?.[1]?.body)).values).toEqual({
    heartRateBloodPressureSetting: true,
    heartRateInterval: 15,
  });
});

it('has intervals that every watch keeps: 5 minutes to 18 hours', () => {
  for (const key of ['heartRateInterval', 'bloodPressureInterval']) {
    const definition = settingByKey(key);
    const minutes = definition?.kind === 'choice' ? definition.options.map(({ value }) => Number(value)) : [];
    expect(minutes.filter((value) => value > 0).at(0)).toBe(5);
    expect(minutes.at(-1)).toBe(1080);
  }
});

it('[D2.024 D2.025 D2.031 D3.011] calibrates the blood pressure of a watch with the extension by heart rate and both pressures, after a warning, and saves them', async () => {
  announced = ['extension'];
  await show();
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  await screen.findByRole('button', { name: 'Lagre' });
  for (const name of keys) expect(document.querySelector(`[name="${name}"]`), name).not.toBeNull();
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /Kalibrer blodtrykk/ });
  const values = calibration.slice(1);
  expect(values.map(field)).toEqual([null, null, null]);
  fireEvent.click(toggle);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Vær forsiktig når du kalibrerer enheten');
  expect(toggle.checked).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Fortsett' }));
  await vi.waitFor(() => expect(toggle.checked).toBe(true));
  expect(values.map((name) => field(name)?.value)).toEqual(['70 bpm', '120 mmHg', '80 mmHg']);
  const systolic = field('calibrateSystolicPressure');
  if (systolic === null) throw new Error('no systolic pressure');
  fireEvent.change(systolic, { target: { value: '135 mmHg' } });
  fireEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PATCH' || init?.method === 'PUT');
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(JSON.parse(String(sent()[0]?.[1]?.body)).values).toEqual({
    calibrateBloodPressureSetting: true,
    calibrateSystolicPressure: 135,
  });
});

it('has no calibration for a watch without the extension', async () => {
  await show();
  await screen.findByRole('button', { name: 'Lagre' });
  expect(screen.queryByRole('switch', { name: /Kalibrer blodtrykk/ })).toBeNull();
});
