import { ModalsProvider } from '@mantine/modals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { type FakeSocket, fakeLiveServer } from '../../testing/fake-live-server.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceHeader } from '../device/device-header.tsx';
import { MessagesPanel } from './messages-panel.tsx';

const at = new Date(2026, 10, 22, 9, 5, 7).getTime();
const statuses = ['PENDING', 'NOT_DELIVERED', 'RECEIVED', 'READ', 'NOT_READ'] as const;
let messages: object[];
let answer: () => Response | Promise<Response>;
let sockets: FakeSocket[];
const fetched = vi.fn<typeof fetch>();
const close: (() => void)[] = [];

beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  sockets = fakeLiveServer();
  messages = statuses.map((status, index) => ({
    messageId: 9 - index,
    message: `Hei ${index}`,
    created: at,
    status,
  }));
  answer = () => Response.json({ messageId: 10, message: 'Ring', created: at, status: 'PENDING' });
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'POST') return answer();
    return Response.json(String(url).includes('/messages') ? { messages } : { commands: [] });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  for (const one of close.splice(0)) one();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const device = (fields = {}) => deviceDetail({ actions: ['message'], connected: true, ...fields });
const reads = () =>
  fetched.mock.calls.filter(([url, init]) => init?.method !== 'POST' && String(url).endsWith('/1/messages')).length;
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([url, init]) => [url, JSON.parse(String(init?.body))]);

async function show(part = <MessagesPanel device={device()} />) {
  const channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  close.push(() => channel.stop());
  await renderPage(
    <LiveProvider channel={channel}>
      <ModalsProvider>{part}</ModalsProvider>
    </LiveProvider>,
  );
}
const box = () => screen.findByLabelText<HTMLInputElement>('Melding til enheten');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send melding' });

it('[D3.026 D3.027] the list has the text, the time and the status of each message', async () => {
  await show();
  const list = await screen.findByRole('list', { name: 'Sendte meldinger' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Hei 022.11.2026 09:05 · Venter',
    'Hei 122.11.2026 09:05 · Ikke levert',
    'Hei 222.11.2026 09:05 · Mottatt av enheten',
    'Hei 322.11.2026 09:05 · Lest',
    'Hei 422.11.2026 09:05 · Vist, ikke lest',
  ]);
});

it('[D2.076 D5.020 D7.032] the box takes 20 characters, sends them, and is empty again', async () => {
  await show();
  const text = await box();
  expect(isOff(button())).toBe(true);
  await userEvent.type(text, `${'a'.repeat(20)}b`);
  expect(text.value).toBe('a'.repeat(20));
  expect(screen.getByText(/^0 tegn igjen/)).toBeDefined();
  await userEvent.click(button());
  expect(sent()).toEqual([['/ajax/devices/1/messages', { message: 'a'.repeat(20) }]]);
  await vi.waitFor(() => expect(text.value).toBe(''));
  await vi.waitFor(() => expect(reads()).toBe(2));
});

it('keeps the text when it was not sent, and says why', async () => {
  answer = () => Response.json({ code: 'messagesWaiting', title: 'x', status: 409 }, { status: 409 });
  await show();
  await userEvent.type(await box(), 'Ring{Enter}');
  expect(await screen.findByText(/Ti meldinger venter allerede/)).toBeDefined();
  expect((await box()).value).toBe('Ring');
});

it('keeps the text that is typed while another message is being sent', async () => {
  const sending = Promise.withResolvers<Response>();
  answer = () => sending.promise;
  await show();
  const text = await box();
  await userEvent.type(text, 'Ring{Enter}');
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  await userEvent.type(text, ' meg');
  await act(async () =>
    sending.resolve(Response.json({ messageId: 10, message: 'Ring', created: at, status: 'PENDING' })),
  );
  await vi.waitFor(() => expect(reads()).toBe(2));
  expect(text.value).toBe('Ring meg');
});

it('says that a device without contact gets the message later', async () => {
  await show(<MessagesPanel device={device({ connected: false })} />);
  expect(await screen.findByText(/sendes når enheten får kontakt/)).toBeDefined();
});

it('[D4.032 D7.033] without the live channel the messages are fetched every 10 seconds, and what is new in them is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  const none = () => screen.queryByText('Det er ikke sendt noen melding til enheten.');
  messages = [];
  await show();
  await vi.waitFor(() => expect(reads()).toBe(1));
  await pass(0);
  expect([none() !== null, listed()]).toEqual([true, []]);
  expect(screen.getByLabelText('Melding til enheten')).toBeDefined();
  expect(screen.queryByText(/sendes når enheten får kontakt/)).toBeNull();
  messages = [{ messageId: 9, message: 'Ring', created: at, status: 'READ' }];
  await pass(9_999);
  expect([reads(), listed()]).toEqual([1, []]);
  await pass(1);
  expect(reads()).toBe(2);
  await vi.waitFor(() => expect(listed()).toEqual(['Ring22.11.2026 09:05 · Lest']));
  expect(none()).toBeNull();
});

it('with the live channel the messages are fetched when they change, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await show();
  act(() => sockets[0]?.accept());
  await act(() => vi.advanceTimersByTimeAsync(1000));
  const before = reads(); // once more when the channel was opened while they were fetched
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reads()).toBe(before);
  act(() => sockets[0]?.tell('/topic/messages/1', { messagesChanged: true }));
  await vi.waitFor(() => expect(reads()).toBe(before + 1));
});

it('is hidden for a device that does not support messages', async () => {
  await show(<MessagesPanel device={device({ actions: ['findMe'] })} />);
  expect(screen.queryByLabelText('Melding til enheten')).toBeNull();
  expect(reads()).toBe(0);
});

it('opens from the menu of the device', async () => {
  await show(<DeviceHeader device={device()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Handlinger' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Send melding/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Meldinger til Rom 101' });
  expect(await within(dialog).findByLabelText('Melding til enheten')).toBeDefined();
});
