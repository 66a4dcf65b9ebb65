import { ModalsProvider } from '@mantine/modals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventSetup } from '@varde/contract/event-setup';
import { liveDestinations } from '@varde/contract/transport';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiQuery } from '#data/api/query-options.ts';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceDetail, deviceRow, receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { EventSetupPage } from './event-setup-page.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

let channel: LiveChannel;
let sockets: FakeSocket[];
beforeEach(() => {
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

const device = deviceDetail({ deviId: 7, deviceName: 'Rom 107', abilities: ['rename', 'eventSetup'] });
const list: EventSetup = {
  ...{ deviId: 7, deviceName: 'Rom 107', source: { kind: 'device' }, rev: 1, mayEdit: true, mayTest: true },
  ...{ repeats: 0, pauseSeconds: 300, continueAbove: false, above: [] },
  kinRights: [],
  rights: { mobile: 'change', email: 'change' },
  unavailable: [],
  limited: false,
  region: 'NO',
  receivers: [receiverRecord()],
  household: [],
};

const capabilities = {
  ...{ events: ['alarm', 'manDown'], deviceEventSetups: true, vardeAsReceiver: false, twin: 'NONE' },
  alarmCentre: null as { custId: number; firmName: string } | null,
};

/** The calls that were made, with their bodies. */
async function show(shown: EventSetup = list, more: Record<string, unknown> = {}) {
  const made: string[] = [];
  const answers: Record<string, unknown> = {
    '/ajax/eventSetup/devices/7/capabilities': capabilities,
    '/ajax/devices/7': device,
    '/ajax/eventSetup/devices/7': shown,
    '/ajax/eventSetup/countries': { countries: [{ region: 'NO', prefix: '+47' }] },
    '/ajax/eventSetup/devices/7/tests': { sentAt: null, messages: [] },
    ...more,
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    made.push([method, url, ...(body ? [String(body)] : [])].join(' '));
    const answer = answers[url];
    if (typeof answer === 'function') return answer(method);
    return Response.json(answer ?? (body ? JSON.parse(String(body)) : { commands: [] }));
  });
  const { cache } = await renderPage(
    <LiveProvider channel={channel}>
      <ModalsProvider>
        <EventSetupPage deviId={7} />
      </ModalsProvider>
    </LiveProvider>,
  );
  await screen.findByText('Kari');
  await screen.findByRole('heading', { name: /^Rom 107/ });
  return { made, cache, user: userEvent.setup() };
}
const sent = (made: readonly string[]) =>
  made.flatMap((one) => (one.startsWith('PUT ') ? [JSON.parse(one.split(' ').slice(2).join(' '))] : []));

describe('the one list of a household', () => {
  const household = [
    { deviId: 8, deviceName: 'Hjemme', rev: 3, isSame: true },
    { deviId: 9, deviceName: 'Hytta', rev: 4, isSame: false },
    { deviId: 10, deviceName: 'Båten', rev: 0, isSame: false },
  ];

  it('is named with all of its devices, and a change asks for which others it is meant', async () => {
    const { made, user } = await show({ ...list, household });
    expect(screen.getByText('Den samme listen gjelder Hjemme.')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Gjelder også' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Fjern Kari' }));
    const asked = within(screen.getByRole('group', { name: 'Gjelder også' }));
    const ticked = () => asked.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
    expect(ticked()).toEqual([true, false, false]);
    expect(asked.getByText('Har en egen liste, som erstattes.')).toBeDefined();
    await user.click(asked.getByRole('checkbox', { name: 'Båten' }));
    expect(ticked()).toEqual([true, false, true]);
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() => expect(sent(made)).toHaveLength(1));
    expect(sent(made)[0].alsoFor).toEqual([
      { deviId: 8, rev: 3 },
      { deviId: 10, rev: 0 },
    ]);
  });

  it('that has changed meanwhile for another device is not saved for it unseen, chosen or not, and what was changed stays', async () => {
    const changed = household.map((other) => ({ ...other, rev: other.rev + 10, isSame: false }));
    let now: EventSetup = { ...list, household };
    let saves = 0;
    const { made, user } = await show(now, {
      '/ajax/eventSetup/devices/7': (method: string) => {
        if (method === 'GET') return Response.json(now);
        saves += 1;
        if (saves > 1) return Response.json(now);
        now = { ...list, household: changed };
        const errors = [
          { path: 'changedBy', message: 'Leif Leder' },
          { path: 'device', message: 'Hjemme' },
        ];
        return Response.json({ code: 'listChanged', errors }, { status: 409 });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Fjern Kari' }));
    const asked = within(screen.getByRole('group', { name: 'Gjelder også' }));
    const ticked = () => asked.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
    await user.click(asked.getByRole('checkbox', { name: 'Hytta' }));
    expect(ticked()).toEqual([true, true, false]);
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(await screen.findByText('Andre har endret listen til Hjemme.')).toBeDefined();
    await vi.waitFor(() => expect(ticked()).toEqual([false, false, false]));
    expect(screen.getByText('Ingen mottakere.')).toBeDefined();
    await user.click(asked.getByRole('checkbox', { name: 'Hjemme' }));
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() => expect(sent(made)).toHaveLength(2));
    expect(sent(made)[1]).toMatchObject({ rev: 1, receivers: [], alsoFor: [{ deviId: 8, rev: 13 }] });
  });

  it('is fetched anew by the pages of the other devices once it is saved or removed', async () => {
    const { user, cache } = await show({ ...list, household });
    const other = apiQuery('getEventSetup', { params: { deviId: 8 } }).queryKey;
    const isStale = () => cache.getQueryState(other)?.isInvalidated;
    const begin = () => cache.setQueryData(other, { ...list, deviId: 8 });
    begin();
    await user.click(screen.getByRole('button', { name: 'Fjern Kari' }));
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() => expect(isStale()).toBe(true));
    begin();
    expect(isStale()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Gå tilbake til arvet liste' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Gå tilbake til arvet liste' }));
    await vi.waitFor(() => expect(isStale()).toBe(true));
  });
});

describe('the notification list of a device', () => {
  it('begins with the device, its list, and what the user may do with it [C7.33 C7.34 C7.35]', async () => {
    const { made } = await show();
    expect(made).toEqual(expect.arrayContaining(['GET /ajax/devices/7', 'GET /ajax/eventSetup/devices/7']));
    expect(screen.getByRole('button', { name: 'Ny mottaker' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Endre Kari' })).toBeDefined();
  });

  it('is read only for users who may not change it [C7.34]', async () => {
    await show({ ...list, mayEdit: false, mayTest: false });
    expect(screen.queryByRole('button', { name: 'Ny mottaker' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Endre Kari' })).toBeNull();
  });

  it('can be tested only by users who may send control calls', async () => {
    await show();
    expect(screen.getByRole('button', { name: 'Send prøvevarsel' })).toBeDefined();
    cleanup();
    await show({ ...list, mayTest: false });
    expect(screen.getByRole('button', { name: 'Ny mottaker' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send prøvevarsel' })).toBeNull();
  });

  it('shows the device as it is now [C7.36]', async () => {
    await show();
    await vi.waitFor(() => expect(sockets.at(-1)).toBeDefined());
    const socket = sockets.at(-1);
    socket?.accept();
    const destination = liveDestinations.device.replace(':deviId', '7');
    await vi.waitFor(() => expect(socket?.subscriptionTo(destination)).not.toBe(''));
    const changed = deviceRow({ deviId: 7, deviceName: 'Rom 207', rev: 2 });
    socket?.tell(destination, { device: { ...changed, ...device, deviceName: 'Rom 207', rev: 2 } });
    expect(await screen.findByRole('heading', { name: /^Rom 207/ })).toBeDefined();
  });

  it('has the name of the device above it, which is changed there [C7.37]', async () => {
    const { made, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Endre navn' }));
    const field = screen.getByLabelText('Enhetens navn');
    await user.clear(field);
    await user.type(field, 'Rom 108{Enter}');
    await vi.waitFor(() => expect(made).toContain('PUT /ajax/devices/7/name {"deviceName":"Rom 108"}'));
  });

  it('asks for a receiver in a dialog, which closes without a change [C7.43]', async () => {
    const { made, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Endre Kari' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Navn/).value).toBe('Kari');
    await user.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(made.every((call) => call.startsWith('GET'))).toBe(true);
  });
});

describe('the alarm centre of a device', () => {
  const [usual, other] = [
    { custId: 21, firmName: 'Solvik alarm', takesAlarms: true },
    { custId: 22, firmName: 'Fjord alarm', takesAlarms: true },
  ];
  const centres = [other, usual].map(({ custId, firmName }) => ({ custId, firmName }));
  const path = '/ajax/eventSetup/devices/7/ahp';
  const link = { link: { url: 'https://alarm.test.example/bestill', firmName: 'Solvik alarm' } };
  const withCentre = (ahp: typeof usual | null, more: object = {}) => ({
    '/ajax/devices/7': { ...device, abilities: [...device.abilities, 'alarmCentre'] },
    '/ajax/eventSetup/devices/7/capabilities': { ...capabilities, alarmCentre: ahp },
    [path]: { ahp, defaultAhp: usual, centres, mayEdit: true },
    '/ajax/eventSetup/devices/7/ahp_private_link': { link: null },
    ...more,
  });
  const section = () => screen.findByRole('region', { name: 'Alarmsentral' });

  it('comes last: the section says who it is, and the preview when it gets an alarm [C7.44]', async () => {
    await show(list, withCentre(usual));
    expect((await section()).textContent).toContain('Solvik alarm får alarmen når alle på listen er varslet');
    expect((await section()).textContent).toContain('Standard for kunden');
    expect(screen.getByText(/så alarmsentralen \(Solvik alarm\) etter 60 s\.$/)).toBeDefined();
  });

  it('is chosen, saved, and set back to the default [C7.46]', async () => {
    const { made, user } = await show(list, withCentre(usual));
    const choice = within(await section()).getByLabelText('Alarmsentral for enheten');
    await user.selectOptions(choice, 'Fjord alarm');
    await user.click(within(await section()).getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() => expect(made).toContain(`PUT ${path} {"ahpId":22}`));
    await user.selectOptions(choice, 'Ingen alarmsentral');
    await user.click(within(await section()).getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() => expect(made).toContain(`PUT ${path} {"ahpId":null}`));
  });

  it('of its own leads back to the default [C7.44]', async () => {
    const { made, user } = await show(list, withCentre(other));
    expect((await section()).textContent).toContain('Valgt for denne enheten');
    await user.click(await screen.findByRole('button', { name: 'Gå tilbake til Solvik alarm' }));
    await vi.waitFor(() => expect(made).toContain(`PUT ${path} {"ahpId":21}`));
  });

  it('that takes no alarms is warned of, and is read only without the right to change it [C7.46]', async () => {
    const closed = { ...usual, takesAlarms: false };
    await show(list, {
      ...withCentre(closed),
      [path]: { ahp: closed, defaultAhp: closed, centres: [], mayEdit: false },
    });
    expect((await within(await section()).findByRole('alert')).textContent).toContain('tar ikke imot alarmer');
    expect(within(await section()).queryByRole('combobox')).toBeNull();
  });

  it('has the link by which a private customer orders its service [C7.45]', async () => {
    await show(list, withCentre(usual, { '/ajax/eventSetup/devices/7/ahp_private_link': link }));
    const order = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Bestill hos Solvik alarm' });
    expect([order.href, order.rel]).toEqual([link.link.url, 'noopener noreferrer']);
  });

  it('is not asked for without the right to see it', async () => {
    const { made } = await show();
    await screen.findByText('Slik varsles det');
    expect(made.some((call) => call.includes('/ahp'))).toBe(false);
    expect(screen.queryByRole('region', { name: 'Alarmsentral' })).toBeNull();
  });
});

describe('what event setup the device has', () => {
  it('limits the alarms of a receiver to those that the device can raise [C7.47]', async () => {
    const stored = { ...list.receivers[0], events: ['fire' as const] } as EventSetup['receivers'][number];
    const { user, made } = await show({ ...list, receivers: [stored] });
    expect(made).toContain('GET /ajax/eventSetup/devices/7/capabilities');
    const offered = within(await screen.findByLabelText('Alarm'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(offered).toEqual(['Alarm', 'Fall']);
    await user.click(screen.getByRole('button', { name: 'Endre Kari' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Alarmer Brann' }));
    await screen.findByLabelText('Fall');
    for (const kind of ['Alarm', 'Fall', 'Brann']) expect(screen.getByRole('checkbox', { name: kind })).toBeDefined();
    expect(screen.queryByRole('checkbox', { name: 'Vannlekkasje' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Geofence' })).toBeNull();
  });
});
