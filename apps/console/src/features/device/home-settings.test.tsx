import { ModalsProvider } from '@mantine/modals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DeviceTabKey, deviceTabsFor } from '@varde/catalogue/device-tabs';
import { type HardwareId, hardwareById } from '@varde/catalogue/hardware/index';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { fakeLiveServer } from '../../testing/fake-live-server.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SettingsPage } from './settings-page.tsx';

const home = 13;
const dt35 = 22;
const stcb = [32, 33] as const;
const all = [home, dt35, 26, ...stcb] as const;

const note = {
  id: 0,
  deviId: 1,
  note: '',
  sms: false,
  lastChanged: null,
  log: { changedBy: null },
  abilities: ['edit'],
};

let channel: LiveChannel;
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  fakeLiveServer();
  channel = openLiveChannel({ origin: 'http://v.example', onSessionEnded: vi.fn(), onRightsChanged: vi.fn() });
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  channel.stop();
  cleanup();
});

/** A tab of a home unit with these desired values, for a user who may do everything. */
async function show(dehaId: HardwareId, tab: DeviceTabKey, desired: SettingValues = {}) {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`no hardware ${dehaId}`);
  const idle = { reported: null, reportedAt: null, delivery: null, deviates: false, changed: null, changeable: true };
  const stateWith = (values: SettingValues) => ({
    ...{ deviId: 1, dehaId, fiwaNum: null, announced: [] },
    settings: settingsOfType(hardware).map(({ key }) => ({ ...idle, key, desired: values[key] ?? null })),
  });
  const tabs = deviceTabsFor({
    ...{ hardware, fiwaNum: null, announced: [], twin: 'NONE', ownerIsPrivate: false },
    ...{ may: () => true, flags: [] },
  });
  fetched.mockImplementation(async (url, init) => {
    if (url === '/ajax/devices/1/note') return Response.json(note);
    if (url !== '/ajax/devices/1/settings') return Response.json(deviceDetail({ dehaId, tabs, abilities: ['note'] }));
    return Response.json(
      stateWith({ ...desired, ...(init?.method === 'PUT' && JSON.parse(String(init.body)).values) }),
    );
  });
  await renderPage(
    <LiveProvider channel={channel}>
      <SettingsPage deviId={1} tab={tab} part={undefined} />
      <ModalsProvider />
    </LiveProvider>,
  );
  await screen.findByRole('button', { name: 'Lagre' });
}

const fields = () => [...document.querySelectorAll<HTMLInputElement>('form [name]')];
const keysShown = () => [...new Set(fields().map(({ name }) => name))];
/** The choices of a field: the value that is sent, and its text. */
function choicesOf(key: string): [number, string][] {
  const named = [...document.querySelectorAll<HTMLSelectElement | HTMLInputElement>(`form [name="${key}"]`)];
  return named.flatMap((field) =>
    field instanceof HTMLSelectElement
      ? [...field.options].map(({ value, text }): [number, string] => [Number(value), text])
      : [[Number(field.value), field.labels?.[0]?.textContent ?? '']],
  );
}
const valuesOf = (key: string) => choicesOf(key).map(([value]) => value);
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const areOff = () => ['Avbryt', 'Lagre'].map((name) => isOff(button(name)));
const saved = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'PUT')
    .map(([url, init]) => [url, JSON.parse(String(init?.body))]);
const press = (name: string) => userEvent.click(button(name));
const choose = (label: string, text: string) => userEvent.selectOptions(screen.getByLabelText(label), text);

it('[D1.030 D1.031 D1.032 D1.033 D1.034 D1.035 D1.036 D1.037 D1.038 D1.039 D1.044 D1.045] has its tabs in one row', async () => {
  for (const dehaId of all) {
    await show(dehaId, 'settings');
    const row = within(screen.getByRole('navigation', { name: 'Faner for enheten' })).getAllByRole('link');
    expect(row.map(({ textContent }) => textContent)).toEqual([
      ...['Generelt', 'Kommunikasjon', 'Lyd', 'Lys', 'Talemeldinger', 'Batteri', 'Inaktivitet', 'Informasjon'],
      ...['Enhetslogger', 'Organisasjon', 'Sensorer', 'Dekningstest', 'Tvilling', 'Slett data'],
    ]);
    cleanup();
  }
});

describe.each([
  [
    '[C2.66] general settings',
    'settings',
    () => userEvent.click(toggle('Fallalarm fra smykket')),
    { fallDetection: true },
  ],
  [
    '[C2.68 C7.51] battery',
    'battery',
    () => choose('Kontaktintervall på batteri', '90 minutter'),
    { batteryHeartbeat: 90 },
  ],
  [
    '[C2.69 C7.52] communication',
    'communication',
    () => userEvent.click(toggle('Stille mens alarmen sendes')),
    { silentActive: true },
  ],
  [
    '[C2.70 C7.53] inactivity',
    'inactivity',
    () => userEvent.click(screen.getByRole('radio', { name: 'I to perioder' })),
    { inactivityFunction: 2 },
  ],
  [
    '[C2.71 C7.54] light',
    'light',
    () => userEvent.click(toggle('Lys ved tilbakeringing')),
    { callbackIndicator: false },
  ],
  ['[C2.72 C7.54] sound', 'sound', () => userEvent.click(toggle('Kvitteringslyd')), { confirmBeep: false }],
  [
    '[D2.018 D4.001] voice prompts',
    'voicePrompt',
    () => userEvent.click(toggle('Vandreralarm')),
    { voicePromptWandererAlarm: false },
  ],
] as const)('the page of %s', (_, tab, change, values) => {
  it('has Cancel and Save, both disabled until something is changed, and saves that for the device by the one call', async () => {
    await show(home, tab);
    expect(areOff()).toEqual([true, true]);
    await change();
    expect(areOff()).toEqual([false, false]);
    await press('Avbryt');
    expect(areOff()).toEqual([true, true]);
    await press('Lagre');
    expect(saved()).toEqual([]);
    await change();
    await press('Lagre');
    await vi.waitFor(() => expect(saved()).toMatchObject([['/ajax/devices/1/settings', {}]]));
    expect(saved()[0]?.[1].values).toEqual(values);
    await vi.waitFor(() => expect(areOff()).toEqual([true, true]));
  });
});

it('[C2.73] the page of information has Cancel and Save, which are enabled once something is written', async () => {
  await show(home, 'info');
  expect(screen.getByRole('heading', { name: 'Spesifikasjoner' })).toBeDefined();
  expect(areOff()).toEqual([true, true]);
  await userEvent.type(screen.getByLabelText('Notat'), 'Nøkkelen ligger hos naboen');
  expect(areOff()).toEqual([false, false]);
  await press('Avbryt');
  expect(areOff()).toEqual([true, true]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notat').value).toBe('');
});

describe('the general settings', () => {
  it('[C3.28 C3.43] are these, with localLearning and fallDetection; STCB learns no sensors, and DT35 has a limit of inactivity of its own', async () => {
    const common = ['bypassTimer', 'sensorSensitivity', 'alarmButtonSensitivity', 'alarmTimeout', 'fallDetection'];
    const expected = (...more: string[]) => ['heartbeatInterval', 'guardTime', ...common, ...more].sort();
    const ofUnit = async (dehaId: HardwareId) => {
      await show(dehaId, 'settings');
      const keys = keysShown().filter((key) => !key.startsWith('msgI9n'));
      cleanup();
      return keys.sort();
    };
    for (const dehaId of [home, 26] as const) expect(await ofUnit(dehaId)).toEqual(expected('localLearning'));
    for (const dehaId of stcb) expect(await ofUnit(dehaId)).toEqual(expected());
    expect(await ofUnit(dt35)).toEqual(expected('localLearning', 'userInactivityLimit'));
  });

  it('[C3.40 C3.41] offer the guard time in the steps of home units, and of STCB', async () => {
    await show(home, 'settings');
    expect(choicesOf('guardTime')).toEqual([
      ...[
        [0, 'Deaktiver'],
        [10, '10 sekunder'],
        [20, '20 sekunder'],
        [30, '30 sekunder'],
      ],
      ...[
        [60, '1 minutt'],
        [120, '2 minutter'],
        [180, '3 minutter'],
        [240, '4 minutter'],
      ],
    ]);
    for (const dehaId of stcb) {
      cleanup();
      await show(dehaId, 'settings');
      expect(valuesOf('guardTime')).toEqual([0, 5, 10, 15, 20, 25, 30]);
    }
  });

  it.each(all)('[C3.42 C3.44 C3.45] of hardware %i have the options of the specification', async (dehaId) => {
    await show(dehaId, 'settings');
    expect(valuesOf('bypassTimer')).toEqual([0, 30, 60, 120, 180, 240, 300, 600]);
    expect(choicesOf('sensorSensitivity')).toEqual([1, 2, 3, 4, 5].map((value) => [value, String(value)]));
    expect(choicesOf('alarmButtonSensitivity')).toEqual([
      [0, 'Lett'],
      [1, 'Middels'],
      [2, 'Hardt'],
    ]);
  });

  it('[C3.46 C3.48 D9.054] offer the heartbeat of home units, and that of STCB', async () => {
    await show(home, 'settings');
    expect(valuesOf('heartbeatInterval')).toEqual([
      ...[0, 2, 3, 4, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 5760, 7200, 8640, 10_080],
      ...[20_160, 30_240, 40_320],
    ]);
    for (const dehaId of stcb) {
      cleanup();
      await show(dehaId, 'settings');
      expect(valuesOf('heartbeatInterval')).toEqual([
        ...[0, 1, 2, 5, 10, 15, 20, 30, 45, 60, 120, 180, 240, 360, 480, 600, 720, 1080, 1200, 1440, 2880, 4320],
      ]);
    }
  });
});

it.each(all)('[C3.47 D9.053] the battery page of hardware %i offers 13 steps of its heartbeat', async (dehaId) => {
  await show(dehaId, 'battery');
  expect(valuesOf('batteryHeartbeat')).toEqual([30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 720, 960, 1440]);
  expect(choicesOf('batteryThreshold')).toEqual([10, 20, 30, 40].map((value) => [value, `${value} %`]));
});

describe('the page of communication', () => {
  it.each(all)(
    '[C3.50 C3.51 C3.52 C3.55 C3.56] of hardware %i has the options of the specification',
    async (dehaId) => {
      await show(dehaId, 'communication');
      expect(keysShown()).toEqual([
        ...['prefComMethod', 'twoWayDECTTimer', 'answerIncoming', 'callbackTimer', 'externalAntenna', 'silentActive'],
      ]);
      expect(choicesOf('prefComMethod')).toEqual([
        [0, 'Ethernet'],
        [1, 'Mobilnett'],
      ]);
      expect(choicesOf('twoWayDECTTimer')).toEqual([
        [300, '5 minutter'],
        [600, '10 minutter'],
        [900, '15 minutter'],
        [1200, '20 minutter'],
      ]);
      expect(choicesOf('answerIncoming')).toEqual([
        [0, 'Svarer ikke selv'],
        [1, 'Svarer etter ett ringesignal'],
        [2, 'Svarer etter to ringesignaler'],
      ]);
      expect(choicesOf('externalAntenna')).toEqual([
        [0, 'Innebygd'],
        [1, 'Ekstern'],
      ]);
      expect(toggle('Stille mens alarmen sendes').checked).toBe(false);
    },
  );

  it('[C3.53 C3.54] offers the callback of home units, and that of STCB in minutes', async () => {
    await show(home, 'communication');
    expect(valuesOf('callbackTimer')).toEqual([0, 300, 600, 1200, 1800, 2400, 3000, 3600]);
    for (const dehaId of stcb) {
      cleanup();
      await show(dehaId, 'communication');
      expect(choicesOf('callbackTimer')).toEqual([
        [300, '5 minutter'],
        [600, '10 minutter'],
        [900, '15 minutter'],
        [1200, '20 minutter'],
        [1500, '25 minutter'],
        [1800, '30 minutter'],
        [3600, '1 time'],
      ]);
    }
  });
});

describe('the page of sound', () => {
  const limits = (name: RegExp) => {
    const { min, max, step } = screen.getByRole<HTMLInputElement>('slider', { name });
    return [min, max, step].map(Number);
  };

  it.each([
    ...([home, dt35, 26] as const).map((dehaId) => [dehaId, 10] as const),
    ...stcb.map((dehaId) => [dehaId, 5] as const),
  ])('[C3.57 C3.58 C3.59 C3.60 C3.61 C3.62 C3.63] of hardware %i has volumes from 1 to %i', async (dehaId, most) => {
    await show(dehaId, 'sound');
    expect(limits(/^Volum i høyttaleren/)).toEqual([1, most, 1]);
    expect(limits(/^Volum i mikrofonen/)).toEqual([1, most, 1]);
    expect(limits(/^Volum i DECT-høyttaleren/)).toEqual([1, 3, 1]);
    expect(limits(/^Volum for talemeldinger/)).toEqual([1, 10, 1]);
    expect(keysShown().sort()).toEqual([
      ...[
        'confirmBeep',
        'dectVolumeLevel',
        'promptVol',
        'synchronizeSound',
        'twoWayMic',
        'volumeLevel',
        'wandererBeep',
      ],
    ]);
    const beeps = ['Kvitteringslyd', 'Lyd ved vandrer', 'Samme lyd overalt'].map((name) => toggle(name).checked);
    expect(beeps).toEqual([true, true, false]);
    expect(screen.queryByText('%', { exact: false })).toBeNull();
  });
});

it.each(all)(
  '[C3.64 C3.65 C3.66 C3.67 D9.058] the page of light of hardware %i has ten modes, and two indicators',
  async (dehaId) => {
    await show(dehaId, 'light');
    const modes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((mode) => [mode, `Lysmønster ${mode}`]);
    for (const key of ['lightAlarmMode', 'lightNormalMode']) expect(choicesOf(key)).toEqual(modes);
    expect(keysShown()).toEqual(['lightAlarmMode', 'lightNormalMode', 'helpArriveIndicator', 'callbackIndicator']);
    expect(['Lys når hjelpen er på vei', 'Lys ved tilbakeringing'].map((name) => toggle(name).checked)).toEqual([
      ...[true, true],
    ]);
  },
);

it.each(all)(
  '[D2.019] the page of voice prompts of hardware %i has one checkbox for each of seven events',
  async (dehaId) => {
    await show(dehaId, 'voicePrompt');
    expect(fields().map(({ type }) => type)).toEqual(Array.from({ length: 7 }, () => 'checkbox'));
    const events = ['Alarm', 'Tilbakeringing', 'Fallalarm', 'Vandreralarm', 'Ute av seng eller ikke tilbake i seng'];
    const boxes = [...events, 'Strømbrudd', 'Strømmen er tilbake'].map(toggle);
    expect(boxes.map(({ name }) => name)).toEqual(keysShown());
    expect(boxes.map(({ checked }) => checked)).toEqual(Array.from({ length: 7 }, () => true));
  },
);

describe('the page of inactivity', () => {
  const one = ['inactivityIntervalOne', 'inactivityFromOne', 'inactivityToOne'];
  const two = ['inactivityIntervalTwo', 'inactivityFromTwo', 'inactivityToTwo'];
  const time = (key: string) => fields().find(({ name }) => name === key);

  it.each(all)('[C3.68 C3.71 C3.72] of hardware %i has its schedules, intervals and warning', async (dehaId) => {
    await show(dehaId, 'inactivity', { inactivityFunction: 2 });
    expect(keysShown()).toEqual(['inactivityFunction', ...one, ...two, 'inactivityWarnTime']);
    expect(choicesOf('inactivityFunction').map(([, text]) => text)).toEqual(['Av', 'I én periode', 'I to perioder']);
    for (const key of ['inactivityIntervalOne', 'inactivityIntervalTwo'])
      expect(valuesOf(key)).toEqual([3600, 7200, 14_400, 21_600, 28_800, 43_200]);
    expect(valuesOf('inactivityWarnTime')).toEqual([180, 300, 600, 900, 1200, 1800, 3600]);
  });

  it('[C3.69 C3.70] has both schedules from and to any minute, and what does not count is not shown', async () => {
    await show(home, 'inactivity');
    expect(keysShown()).toEqual(['inactivityFunction']);
    await userEvent.click(screen.getByRole('radio', { name: 'I én periode' }));
    expect(keysShown()).toEqual(['inactivityFunction', ...one, 'inactivityWarnTime']);
    await userEvent.click(screen.getByRole('radio', { name: 'I to perioder' }));
    const times = {
      inactivityFromOne: '06:01',
      inactivityToOne: '12:59',
      inactivityFromTwo: '13:07',
      inactivityToTwo: '05:58',
    };
    for (const [key, value] of Object.entries(times)) {
      const field = time(key);
      expect([field?.type, field?.step]).toEqual(['time', '']);
      if (field) fireEvent.change(field, { target: { value } });
    }
    await press('Lagre');
    await vi.waitFor(() => expect(saved()).toMatchObject([[{}, { values: { inactivityFunction: 2, ...times } }]]));
  });
});
