import { ModalsProvider } from '@mantine/modals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SensorRow } from '@varde/contract/sensors';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail, transactionRecord } from '../../../testing/records.ts';
import { renderRoute } from '../../../testing/render-page.tsx';
import { sensorRow } from '../../../testing/sensor-records.ts';
import { SettingsPage } from '../settings-page.tsx';
import { sensorPageAt } from './sensor-pages.tsx';

let row: SensorRow;
let dehaId: number;
let channel: LiveChannel;
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  row = sensorRow();
  dehaId = 13;
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    const path = String(url).replace(/^.*\/ajax\/devices\/1/, '');
    if (path.startsWith('/sensors/7/transactions'))
      return Response.json({
        transactions: [transactionRecord({ metyId: 22, sensorId: 7, sensorName: 'Inngangsdør' })],
        nextCursor: null,
      });
    if (path === '/sensors')
      return Response.json({
        sensors: [
          row,
          sensorRow({
            sensor: {
              ...{ deseId: 8, name: 'Høyttaler', gatewayId: '4100050' },
              type: { code: '65', supportedFunctions: ['generic'] },
            },
          }),
        ],
        ...{ isSyncing: false, sensorRefresh: 10 },
      });
    if (path.startsWith('/sensors/7')) {
      const body = init?.body === undefined ? {} : JSON.parse(String(init.body));
      return Response.json({ ...row, sensor: { ...row.sensor, ...(body.name && { name: body.name }) } });
    }
    if (path === '') return Response.json(deviceDetail({ dehaId, tabs: [{ key: 'sensor', place: 'main' }] }));
    return Response.json({ commands: [] });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  channel.stop();
  vi.unstubAllGlobals();
});

const show = (place: string) =>
  renderRoute(
    '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
    ({ deviId, tab, part, item }) => (
      <LiveProvider channel={channel}>
        <ModalsProvider />
        <SettingsPage deviId={Number(deviId)} tab={tab} part={part} item={item} />
      </LiveProvider>
    ),
    `/settings/1/13/${place}`,
  );
const changes = () =>
  fetched.mock.calls
    .filter(([, init]) => (init?.method ?? 'GET') !== 'GET')
    .map(([url, init]) => [String(url).replace(/^.*\/ajax\/devices\/1/, ''), JSON.parse(String(init?.body))]);

it('[D2.083 D2.084 D2.085] the pages of a sensor are at info/sensor and config/sensor with a whole number', () => {
  const at = (path: string) => {
    const [tab, part, item] = path.split('/');
    return sensorPageAt({ tab, part, item })?.name ?? null;
  };
  expect(at('info/sensor/7')).toBe('SensorPage');
  expect(at('config/sensor/7')).toBe('SensorConfigPage');
  expect(at('sensor/add')).toBe('LearningPage');
  for (const other of ['config/sensor/x', 'config/sensor/7.5', 'config/sensor', 'general/sensor/7', 'sensor'])
    expect(at(other)).toBeNull();
});

describe('the page of a sensor', () => {
  it('[D7.058] shows what is known of it and its messages', async () => {
    await show('info/sensor/7');
    expect(await screen.findByRole('heading', { name: 'Sensor: Inngangsdør' })).toBeDefined();
    expect(screen.getByText('Om sensoren').closest('section')?.textContent).toContain('Serienummer410001');
    const log = await screen.findByRole('table', { name: 'Meldinger fra sensoren' });
    expect(log.textContent).toContain('Vandrer');
  });

  it('[D5.029 D7.049] renames it only when the name has changed', async () => {
    await show('info/sensor/7');
    const name = await screen.findByLabelText('Navn');
    const save = screen.getByRole('button', { name: 'Lagre navn' });
    expect(isOff(save)).toBe(true);
    await userEvent.type(name, '{Enter}');
    await userEvent.type(name, '  ');
    await userEvent.type(name, '{Enter}');
    expect(changes()).toEqual([]);
    await userEvent.clear(name);
    await userEvent.type(name, 'Ytterdør{Enter}');
    await waitFor(() => expect(changes()).toEqual([['/sensors/7/name', { name: 'Ytterdør' }]]));
    expect(await screen.findByRole('heading', { name: 'Sensor: Ytterdør' })).toBeDefined();
  });
});

describe('the type of a sensor', () => {
  it('[D7.056] is changed on its page, which names the functions of the type and asks for another function where it has to', async () => {
    await show('info/sensor/7');
    const type = await screen.findByLabelText('Type');
    const save = screen.getByRole('button', { name: 'Lagre type' });
    expect(isOff(save)).toBe(true);
    expect(screen.getByText('Kan brukes til: Generell, Kjøleskap, Vandrer, Ute av soverommet')).toBeDefined();
    await userEvent.selectOptions(type, 'Vannsensor');
    expect(screen.getByText('Kan brukes til: Generell')).toBeDefined();
    expect(screen.getByText(/^Sensoren har funksjonen Vandrer, som denne typen ikke har\./)).toBeDefined();
    row = sensorRow({ sensor: { type: { code: '5', supportedFunctions: ['generic'] } } });
    await userEvent.click(save);
    await waitFor(() => expect(changes()).toEqual([['/sensors/7/type', { deviceType: '5' }]]));
    await waitFor(() => expect(isOff(save)).toBe(true));
    expect(screen.getByText('Om sensoren').closest('section')?.textContent).toContain('TypeVannsensor');
  });

  it('that does not have its function leads to where another one is chosen, which the actions of its row do not', async () => {
    row = sensorRow({ sensor: { type: { code: '5', supportedFunctions: ['generic'] } } });
    await show('info/sensor/7');
    expect(await screen.findByText(/^Sensoren har funksjonen Vandrer, .* Velg funksjon på nytt\./)).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Funksjon, ventetid og tider' }));
    await userEvent.selectOptions(await screen.findByLabelText(/^Funksjon/), 'Generell');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]).toMatchObject(['/sensors/7/function', { deviceFunction: 'generic' }]);
  });

  it('is no reason to choose a function for a sensor whose function is not known', async () => {
    row = sensorRow({
      sensor: {
        type: { code: '67', supportedFunctions: ['generic'] },
        function: { code: '-1', icon: 'unknown' },
      },
    });
    await show('info/sensor/7');
    await screen.findByLabelText('Type');
    expect(screen.queryByText(/Velg funksjon/)).toBeNull();
  });

  it('that Varde does not know is shown, and gives way to one that it knows', async () => {
    row = sensorRow({ sensor: { type: { code: '999', supportedFunctions: [] } } });
    await show('info/sensor/7');
    const type = await screen.findByLabelText('Type');
    expect(type).toHaveProperty('value', '999');
    expect(screen.queryByText(/^Kan brukes til/)).toBeNull();
    await userEvent.selectOptions(type, 'Dørsensor');
    expect(isOff(screen.getByRole('button', { name: 'Lagre type' }))).toBe(false);
  });

  it('stands beside the way to delays and times, also of a type with one function; not of a sensor that has to be processed first', async () => {
    const way = () => screen.queryByRole('link', { name: 'Funksjon, ventetid og tider' });
    row = sensorRow({ sensor: { type: { code: '67', supportedFunctions: ['generic'] } } });
    const { unmount } = await show('info/sensor/7');
    await screen.findByLabelText('Type');
    expect(way()?.getAttribute('href')).toBe('/settings/1/13/config/sensor/7');
    unmount();
    row = sensorRow({ status: 'proc_req', actions: ['info', 'processing', 'delete'] });
    await show('info/sensor/7');
    await screen.findByLabelText('Type');
    expect(way()).toBeNull();
  });

  it('is not changed where the unit itself decides about its sensors', async () => {
    dehaId = 33;
    await show('info/sensor/7');
    await screen.findByLabelText('Navn');
    expect(screen.queryByLabelText('Type')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Funksjon, ventetid og tider' })).toBeNull();
  });
});

it('a name that is not saved is left only after a question', async () => {
  await show('info/sensor/7');
  await userEvent.type(await screen.findByLabelText('Navn'), ' mot gata');
  await userEvent.click(screen.getByRole('link', { name: 'Til sensorene' }));
  const question = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
  await userEvent.click(within(question).getByRole('button', { name: 'Fortsett' }));
  expect(await screen.findByRole('table', { name: 'Sensorer' })).toBeDefined();
});

describe('the form of a sensor', () => {
  const options = async (label: RegExp) =>
    within(await screen.findByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  it('[D2.086] leads back to the sensors', async () => {
    await show('config/sensor/7');
    const link = await screen.findByRole('link', { name: 'Til sensorene' });
    expect(link.getAttribute('href')).toBe('/settings/1/13/sensor');
  });

  it('has no form where the unit itself decides about the events of its sensors', async () => {
    dehaId = 33;
    await show('config/sensor/7');
    expect(await screen.findByText('Sentralen bestemmer selv når hendelsene til sensorene teller.')).toBeDefined();
    expect(screen.queryByLabelText(/^Meld hendelsen etter/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Lagre' })).toBeNull();
  });

  it('[C3.73 C9.26 C9.27 C9.29 D9.055 D9.057] offers the options of a wanderer sensor, and the DECT units for its voice', async () => {
    await show('config/sensor/7');
    expect((await options(/^Meld hendelsen etter/)).slice(0, 8)).toEqual([
      ...[
        'Straks',
        '10 sekunder',
        '20 sekunder',
        '30 sekunder',
        '40 sekunder',
        '50 sekunder',
        '1 minutt',
        '2 minutter',
      ],
    ]);
    expect(await options(/^Meld fra når sensoren ikke har meldt seg på/)).toEqual([
      ...['Av', '4 timer', '5 timer', '6 timer', '8 timer', '12 timer', '24 timer'],
    ]);
    expect(await options(/^Meld strømbrudd etter/)).toEqual([
      ...['Av', '3 minutter', '5 minutter', '10 minutter', '15 minutter', '20 minutter', '30 minutter', '1 time'],
    ]);
    await waitFor(async () => expect(await options(/^Taleenhet/)).toEqual(['Ingen', 'Høyttaler']));
    expect(await options(/^Funksjon/)).toEqual([...['Velg', 'Generell', 'Kjøleskap', 'Vandrer', 'Ute av soverommet']]);
  });

  it('[C9.28 D9.056] supervises a pendant for days', async () => {
    row = sensorRow({ sensor: { type: { code: '21', supportedFunctions: ['generic', 'custom'] } } });
    await show('config/sensor/7');
    expect(await options(/^Meld fra når sensoren ikke har meldt seg på/)).toEqual([
      ...['Av', '25 timer', '48 timer', '72 timer', '96 timer', '120 timer', '144 timer', '168 timer'],
    ]);
  });

  it('[D3.046 D3.047 D3.048] offers the types of an epilepsy, a medical and a custom alarm', async () => {
    row = sensorRow({ sensor: { type: { code: '33', supportedFunctions: ['generic', '35'] } } });
    await show('config/sensor/7');
    const typesOf = async (name: string) => {
      await userEvent.selectOptions(await screen.findByLabelText(/^Funksjon/), name);
      const field = within(screen.getByLabelText(/^Variant/));
      const [, ...types] = field.getAllByRole<HTMLOptionElement>('option');
      return types.map(({ value, textContent }) => [value, textContent]);
    };
    expect(await typesOf('Epilepsi')).toEqual([
      ['mobile', 'Mobil'],
      ['stationary', 'Stasjonær'],
    ]);
    expect(await typesOf('Medisinsk alarm')).toEqual([
      ['fingerTrigger', 'Fingerutløser'],
      ['headTrigger', 'Hodeutløser'],
      ['swanNeck', 'Svanehals'],
      ['lightTrigger', 'Lett utløser'],
      ['pillowTrigger', 'Puteutløser'],
      ['respirator', 'Respirator'],
      ['voiceControlled', 'Stemmestyrt'],
      ['suckAndBlow', 'Sug og blås'],
      ['stepMat', 'Trykkmatte'],
    ]);
    expect(await typesOf('Egendefinert')).toEqual([
      ['1', 'Brukeralarm'],
      ['111', 'Lavt batteri'],
      ['27', 'Brann'],
      ['21', 'Kjøleskap'],
      ['102', 'Geofence'],
      ['3', 'Fall'],
      ['7', 'Frakoblet'],
      ['22', 'Vandrer'],
    ]);
  });

  it('[C9.25] takes back a delay that the new function does not offer', async () => {
    row.sensor.eventConfig.delay = 10;
    await show('config/sensor/7');
    await userEvent.selectOptions(await screen.findByLabelText(/^Funksjon/), 'Kjøleskap');
    expect((await options(/^Meld hendelsen etter/)).slice(0, 3)).toEqual(['Straks', '1 minutt', '2 minutter']);
    expect(screen.getByLabelText(/^Meld hendelsen etter/)).toHaveProperty('value', '0');
  });

  it('[C4.35 C3.74 D7.057] shows an empty schedule as the whole week, and saves all of it', async () => {
    row.sensor.eventConfig.schedule = [];
    await show('config/sensor/7');
    const from = await screen.findByLabelText('Fra Mandag');
    expect(from).toHaveProperty('value', '00:00');
    expect(screen.getByLabelText('Til Søndag')).toHaveProperty('value', '23:59');
    fireEvent.change(from, { target: { value: '22:00' } });
    fireEvent.click(screen.getByLabelText('Tirsdag'));
    fireEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    const [[path, body] = []] = changes();
    expect(path).toBe('/sensors/7/event_config');
    const days = body.eventConfig.schedule;
    expect(days).toHaveLength(7);
    expect(days[0]).toEqual({ sensorId: 7, active: true, fromTime: '22:00', toTime: '23:59', day: 0 });
    expect(days[1]).toMatchObject({ active: false, day: 1 });
  });

  it('copies the times of one day to the others, and saves them', async () => {
    await show('config/sensor/7');
    fireEvent.change(await screen.findByLabelText('Fra Onsdag'), { target: { value: '22:30' } });
    fireEvent.change(screen.getByLabelText('Til Onsdag'), { target: { value: '06:00' } });
    fireEvent.click(screen.getByLabelText('Søndag'));
    fireEvent.click(screen.getByRole('button', { name: 'Onsdag: kopier til de andre dagene' }));
    fireEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    const night = { sensorId: 7, active: true, fromTime: '22:30', toTime: '06:00' };
    expect(changes()[0]?.[1].eventConfig.schedule).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => ({ ...night, day })));
  });

  it('asks before it is left with changes, and Cancel takes them back', async () => {
    const { router } = await show('config/sensor/7');
    const delay = await screen.findByLabelText<HTMLSelectElement>(/^Meld hendelsen etter/);
    const stored = delay.value;
    const [cancel, save] = ['Avbryt', 'Lagre'].map((name) => screen.getByRole('button', { name }));
    for (const button of [cancel, save]) expect(isOff(button)).toBe(true);
    await userEvent.selectOptions(delay, '1 minutt');
    await userEvent.click(screen.getByRole('link', { name: 'Til sensorene' }));
    const question = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
    await userEvent.click(within(question).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(delay.value).toBe('60');
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(delay.value).toBe(stored);
    await userEvent.click(screen.getByRole('link', { name: 'Til sensorene' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/sensor'));
    expect(changes()).toEqual([]);
  });

  it.each([
    ['waits for the unit', { updating: true, status: 'pending_update' }],
    ['has not reached the unit', { status: 'control_error' }],
  ] as const)('is saved with its function while a change of the sensor %s', async (_, state) => {
    row = sensorRow(state);
    await show('config/sensor/7');
    await userEvent.selectOptions(await screen.findByLabelText(/^Meld hendelsen etter/), '1 minutt');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]).toMatchObject(['/sensors/7/function', { deviceFunction: '32', eventConfig: { delay: 60 } }]);
  });

  it('takes back a supervision that the type does not offer', async () => {
    row = sensorRow({ sensor: { type: { code: '21', supportedFunctions: ['generic', 'custom'] } } });
    row.sensor.function.code = 'generic';
    row.sensor.eventConfig.supervision = 14_400;
    await show('config/sensor/7');
    await userEvent.selectOptions(await screen.findByLabelText(/^Meld hendelsen etter/), '1 minutt');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]).toMatchObject(['/sensors/7/event_config', { eventConfig: { delay: 60, supervision: 0 } }]);
  });

  it('[D7.044] saves another function together with when its events count', async () => {
    await show('config/sensor/7');
    await userEvent.selectOptions(await screen.findByLabelText(/^Funksjon/), 'Kjøleskap');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]).toMatchObject([
      '/sensors/7/function',
      { deviceFunction: '31', funcType: null, eventConfig: { active: true } },
    ]);
  });

  it('leads to the sensors without a question when it is saved', async () => {
    const { router } = await show('config/sensor/7');
    await userEvent.selectOptions(await screen.findByLabelText(/^Meld hendelsen etter/), '1 minutt');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/sensor'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names the columns of its schedule', async () => {
    await show('config/sensor/7');
    const days = await screen.findByRole('group', { name: 'Når hendelser gjelder' });
    for (const name of ['Fra', 'Til']) expect(within(days).getByText(name)).toBeDefined();
  });

  it('[C8.08] of a type without functions says that there is no sensor with one', async () => {
    row = sensorRow({ sensor: { type: { code: '999', supportedFunctions: [] } } });
    await show('config/sensor/7');
    expect(await screen.findByText('Det er ingen sensorer med denne funksjonen.')).toBeDefined();
  });
});
