import { ModalsProvider } from '@mantine/modals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceDetail } from '@varde/contract/devices';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceQuery } from '#data/live/device-query.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage, sessionRecord } from '../../../testing/render-page.tsx';
import { InfoTab } from './info-tab.tsx';

async function show(fields: Partial<DeviceDetail> = {}, session = sessionRecord()) {
  const device = deviceDetail({ abilities: ['info', 'editInfo'], ...fields });
  const sent = vi.fn(async (_url: string, init: RequestInit) =>
    Response.json({ userImageVersion: 5, ...(init.body ? JSON.parse(String(init.body)) : {}) }),
  );
  vi.stubGlobal('fetch', sent);
  const { cache } = await renderPage(
    <ModalsProvider>
      <InfoTab device={device} tab="info" />
    </ModalsProvider>,
    session,
  );
  cache.setQueryData(deviceQuery(1).queryKey, device);
  const calls = () => sent.mock.calls.map(([url, { method, body }]) => [method, url, body]);
  return { calls };
}
const section = (name: string) => {
  const heading = screen.getByRole('heading', { level: 2, name });
  return within(heading.parentElement ?? document.body);
};

describe('the info tab', () => {
  it('has the specifications of the device [D2.070]', async () => {
    await show({ deviceImei: '861234567890123', fiwaNum: 12, deviceMac: 'AA:BB:CC:DD:EE:FF' });
    const specifications = section('Spesifikasjoner');
    for (const text of ['Watch Seven', 'SO000001', '861234567890123', 'AA:BB:CC:DD:EE:FF', '12'])
      expect(specifications.getByText(text)).toBeDefined();
  });

  it('has as its status the first that holds: new, alarm, switched off, failed self-check, low battery, not in active use, that of the server, disconnected, OK [D4.029]', async () => {
    const steps: readonly (readonly [string, Partial<DeviceDetail>])[] = [
      ['Aldri i kontakt', { neverUsed: true }],
      ['Alarm', { inAlarmMode: true }],
      ['Frakoblet', { offline: true }],
      ['Egentest feilet', { failedSelfCheck: true }],
      ['Lavt batteri', { batteryLow: true }],
      ['Ikke i aktiv bruk', { staticTooLong: true }],
      ['Geofence', { deviceStatus: 'geofence' }],
      ['Ikke tilkoblet', { connected: false }],
      ['OK', {}],
    ];
    const well: Partial<DeviceDetail> = {
      ...{ dehaId: 23, connected: true, offline: false, offlineWarning: false, deviceStatus: 'clear' },
      ...{ neverUsed: false, inAlarmMode: false, failedSelfCheck: false, batteryLow: false, staticTooLong: false },
    };
    for (const [index, [label]] of steps.entries()) {
      // Everything from here on holds, nothing before it does.
      await show(Object.assign({}, well, ...steps.slice(index).map(([, each]) => each)));
      expect(section('Informasjon').getAllByText(label).length, label).toBeGreaterThan(0);
      cleanup();
    }
  });

  it('has the information on its use [D2.071]', async () => {
    await show({ formattedPhoneNumE164: '+4790000001', lastMsgIn: null });
    const information = section('Informasjon');
    for (const text of ['Aldri i kontakt', 'Solvik sykehjem', '+4790000001'])
      expect(information.getByText(text)).toBeDefined();
  });

  it('says when the device was activated, and that one in stock is not [C3.03]', async () => {
    await show({ activatedDate: Date.parse('2026-03-01T12:00:00Z') });
    expect(section('Informasjon').getByText(/01\.03\.2026/)).toBeDefined();
    cleanup();
    await show({ activatedDate: null });
    expect(section('Informasjon').getByText('Nei, enheten er på lager')).toBeDefined();
  });

  it('says which words the device has sent that Varde does not know, and nothing where there are none', async () => {
    const at = Date.parse('2026-03-01T12:00:00Z');
    await show({
      unknownWords: [
        { word: 'hjerteslag', at },
        { word: '<b>PUBLISH tele/STATE</b>', at },
      ],
    });
    const said = /ord som Varde ikke kjenner: hjerteslag \(01\.03\.2026.*<b>PUBLISH tele\/STATE<\/b>/;
    expect(section('Spesifikasjoner').getByText(said)).toBeDefined();
    cleanup();
    await show();
    expect(screen.queryByText(/ord som Varde ikke kjenner/)).toBeNull();
  });

  it('says of an app that its protocol has no commands, and nothing of the kind of a home unit', async () => {
    await show({ dehaId: 2 });
    expect(section('Spesifikasjoner').getByText(/tar ikke imot kommandoer/)).toBeDefined();
    cleanup();
    await show({ dehaId: 13 });
    expect(screen.queryByText(/tar ikke imot kommandoer/)).toBeNull();
  });

  it('says when the device was first registered, where Varde knows', async () => {
    await show({ firstRegistrationDate: Date.parse('2025-11-02T12:00:00Z') });
    expect(section('Informasjon').getByText(/02\.11\.2025/)).toBeDefined();
  });

  it.each([
    [14, true, true],
    [45, true, true],
    [14, false, false],
    [34, true, false],
    [11, true, false],
  ])('has the section of a watch for hardware %i with beta mode %s: %s [D2.072]', async (dehaId, beta, shown) => {
    const session = sessionRecord({ abilities: beta ? ['beta'] : [] });
    await show({ dehaId, watchRemoved: true, watchRemovedEnabled: false }, session);
    expect(screen.queryByRole('heading', { name: 'Klokke' }) !== null).toBe(shown);
    if (!shown) return;
    expect(section('Klokke').getByText('Nei, den er tatt av')).toBeDefined();
    expect(section('Klokke').getByText('Nei')).toBeDefined();
  });

  it('does not claim what a watch has not said [D2.072]', async () => {
    await show({ dehaId: 14 }, sessionRecord({ abilities: ['beta'] }));
    expect(section('Klokke').getByText('Ikke meldt ennå')).toBeDefined();
    expect(section('Klokke').getByText('Ikke bekreftet av klokken')).toBeDefined();
  });

  it('names the status of the list where the status label has no text of its own', async () => {
    await show({ lastMsgIn: 1, status: 'geofence', geofenceWarning: true });
    expect(section('Informasjon').getByText('Geofence')).toBeDefined();
  });

  it('saves the tag as soon as it is chosen, by users who may [D3.030]', async () => {
    const { calls } = await show();
    const tag = screen.getByLabelText<HTMLSelectElement>('Merking');
    expect([...tag.options].map(({ text }) => text)).toEqual([
      'GPS',
      'Mobil alarmenhet',
      'Kollegavarsel',
      'Annet',
      'Ingen',
    ]);
    await userEvent.selectOptions(tag, 'Kollegavarsel');
    const body = JSON.stringify({ userTag: 'COLLEAGUE_ALERT' });
    await vi.waitFor(() => expect(calls()).toEqual([['PUT', '/ajax/devices/1/user_tag', body]]));
  });

  it('approves the training with a tick, names the approver, and is read-only for users who may only look', async () => {
    const { calls } = await show();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Opplæring godkjent' }));
    const body = JSON.stringify({ status: true });
    await vi.waitFor(() => expect(calls()).toEqual([['PUT', '/ajax/devices/1/training', body]]));
  });

  it('shows an approved training read-only to users who may only look', async () => {
    await show({ abilities: ['info'], trainingApprovedBy: 3, trainingApprovedByName: 'Kari Nes' });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Opplæring godkjent' });
    expect([box.checked, box.disabled]).toEqual([true, true]);
    expect(screen.getByText('Godkjent av Kari Nes')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('Merking').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Velg bilde' })).toBeNull();
  });

  it('[D5.022 D6.027] offers no image for a twin child, and shows its training read-only', async () => {
    await show({ abilities: ['info'], twin: 'CLONE' });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Opplæring godkjent' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Velg bilde' })).toBeNull();
    expect(document.querySelector('input[type="file"]')).toBeNull();
  });

  it('says whether Varde receives the alarms of a home unit that has the choice', async () => {
    const { calls } = await show({ dehaId: 13 });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Varde mottar alarmene' });
    expect([box.checked, box.disabled]).toEqual([false, false]);
    await userEvent.click(box);
    const body = JSON.stringify({ vardeAsReceiver: true });
    await vi.waitFor(() => expect(calls()).toEqual([['PUT', '/ajax/devices/1/receiver', body]]));
  });

  it('shows the receiver read-only to users who may only look, and not on hardware without the choice', async () => {
    await show({ dehaId: 13, abilities: ['info'], vardeAsReceiver: true });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Varde mottar alarmene' });
    expect([box.checked, box.disabled]).toEqual([true, true]);
    cleanup();
    await show({ dehaId: 22 });
    expect(screen.queryByRole('checkbox', { name: 'Varde mottar alarmene' })).toBeNull();
  });

  it('has no training for private users [D6.026]', async () => {
    await show({}, sessionRecord({ abilities: ['private'] }));
    expect(screen.queryByRole('checkbox', { name: 'Opplæring godkjent' })).toBeNull();
    expect(screen.getByLabelText('Merking')).toBeDefined();
  });
});

describe('the image section', () => {
  const upload = (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('no file can be chosen');
    return userEvent.upload(input, file, { applyAccept: false });
  };

  /** An image of 2000 × 1000, and the arguments of each drawing of it. */
  function fakeDrawing() {
    const drawn: unknown[][] = [];
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2000, height: 1000, close: () => undefined }));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => undefined,
      drawImage: (_image: unknown, ...places: unknown[]) => drawn.push(places),
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,QUJD');
    return drawn;
  }
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('sends a PNG or JPEG, as a square of at most 500 pixels [D2.069 D5.021 D7.036]', async () => {
    const { calls } = await show();
    expect(section('Bilde').getByRole('img', { name: 'Ikke noe bilde' })).toBeDefined();
    const accept = document.querySelector('input[type="file"]')?.getAttribute('accept');
    expect(accept).toBe('image/png,image/jpeg');
    const drawn = fakeDrawing();
    await upload(new File(['x'], 'a.png', { type: 'image/png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Beskjær bildet' }));
    expect(calls()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Bruk bildet' }));
    const body = JSON.stringify({ file: 'QUJD' });
    await vi.waitFor(() => expect(calls()).toEqual([['PUT', '/ajax/devices/1/image', body]]));
    // The middle of 2000 × 1000, until the user moves it.
    expect(drawn).toEqual([[500, 0, 1000, 1000, 0, 0, 500, 500]]);
  });

  it('sends nothing when the user cancels the crop', async () => {
    const { calls } = await show();
    const drawn = fakeDrawing();
    await upload(new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Beskjær bildet' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([calls(), drawn]).toEqual([[], []]);
    expect(screen.queryByRole('alert')).toBeNull();
    // A browser reports a choice only if it differs from what the input holds.
    expect(document.querySelector<HTMLInputElement>('input[type="file"]')?.value).toBe('');
  });

  const fault = async () => (await screen.findByRole('alert')).textContent;

  it.each(['image/webp', 'image/gif', 'image/svg+xml'])(
    'sends no %s, though the browser could draw it, and says so [D5.021]',
    async (type) => {
      const { calls } = await show();
      fakeDrawing();
      await upload(new File(['x'], 'a', { type }));
      expect(await fault()).toBe('Velg et bilde i formatet PNG eller JPEG.');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(calls()).toEqual([]);
    },
  );

  it('sends no file that the browser cannot decode, and says so', async () => {
    const { calls } = await show();
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('damaged')));
    await upload(new File(['x'], 'a.png', { type: 'image/png' }));
    expect(await fault()).toBe('Velg et bilde i formatet PNG eller JPEG.');
    expect(calls()).toEqual([]);
  });

  it('removes the image after a question, and keeps it when that is cancelled [D4.033 D7.037]', async () => {
    const { calls } = await show({ userImageVersion: 4 });
    const answer = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Fjern bildet' }));
      const dialog = await screen.findByRole('dialog');
      expect(dialog.textContent).toContain('Rom 101');
      await userEvent.click(within(dialog).getByRole('button', { name }));
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await answer('Avbryt');
    expect(calls()).toEqual([]);
    await answer('Fjern bildet');
    await vi.waitFor(() => expect(calls()).toEqual([['DELETE', '/ajax/devices/1/image', undefined]]));
  });
});
