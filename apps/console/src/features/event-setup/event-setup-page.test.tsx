import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventSetup } from '@varde/contract/event-setup';
import { liveDestinations } from '@varde/contract/routes';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceDetail, deviceRow } from '../../testing/records.ts';
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
  ...{ deviId: 7, deviceName: 'Rom 107', source: { kind: 'device' }, rev: 1, mayEdit: true },
  receivers: [
    {
      ...{ receiverId: 1, name: 'Kari', mobile: '+4790000001', email: null, events: [], channels: ['sms'] },
      ...{ hours: null, waitSeconds: 60 },
    },
  ],
};

/** The calls that were made, with their bodies. */
async function show(shown: EventSetup = list) {
  const made: string[] = [];
  const answers: Record<string, unknown> = {
    '/ajax/devices/7': device,
    '/ajax/eventSetup/devices/7': shown,
    '/ajax/eventSetup/devices/7/tests': {
      sentAt: null,
      messages: [],
      mailServer: true,
      smsGateway: true,
      callProvider: true,
    },
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    made.push([method, url, ...(body ? [String(body)] : [])].join(' '));
    return Response.json(answers[url] ?? (body ? JSON.parse(String(body)) : { commands: [] }));
  });
  await renderPage(
    <LiveProvider channel={channel}>
      <ModalsProvider>
        <EventSetupPage deviId={7} />
      </ModalsProvider>
    </LiveProvider>,
  );
  await screen.findByText('Kari');
  await screen.findByRole('heading', { name: /^Rom 107/ });
  return { made, user: userEvent.setup() };
}

describe('the notification list of a device', () => {
  it('begins with the device, its list, and what the user may do with it [C7.33 C7.34 C7.35]', async () => {
    const { made } = await show();
    expect(made).toEqual(expect.arrayContaining(['GET /ajax/devices/7', 'GET /ajax/eventSetup/devices/7']));
    expect(screen.getByRole('button', { name: 'Ny mottaker' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Endre Kari' })).toBeDefined();
  });

  it('is read only for users who may not change it [C7.34]', async () => {
    await show({ ...list, mayEdit: false });
    expect(screen.queryByRole('button', { name: 'Ny mottaker' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Endre Kari' })).toBeNull();
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
