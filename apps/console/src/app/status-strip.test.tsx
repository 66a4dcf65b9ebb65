import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepLive } from '#data/live/keep-live.ts';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { fakeLiveServer } from '../testing/fake-live-server.ts';
import { renderPage, sessionRecord } from '../testing/render-page.tsx';
import { StatusStrip } from './status-strip.tsx';
import { TabTitle } from './tab-title.tsx';
import { useOutdated } from './use-outdated.ts';

const fetched = vi.fn<(url: string) => Promise<Response>>();
const sound = {
  mutedUntil: null,
  waiting: 0,
  blocked: false,
  toggleMute: () => undefined,
  enable: () => undefined,
  silence: null,
};
const unreachable = () => fetched.mockRejectedValue(new TypeError('network'));
/** The server answers with its alarms and with this page. */
const reachable = (page = '') =>
  fetched.mockImplementation(async (url) =>
    url === '/' ? new Response(page) : Response.json({ ...sessionRecord(), alarms: [], nextCursor: null, rev: 1 }),
  );
const pageWith = (script: string) => `<html><script type="module" crossorigin src="${script}"></script></html>`;

let sockets: ReturnType<typeof fakeLiveServer>;
let channel: LiveChannel;
let leave: () => void;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 20, 16, 0) });
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  reachable();
  sockets = fakeLiveServer();
  document.head.insertAdjacentHTML('beforeend', '<link id="favicon" href="/favicon.svg">');
});
afterEach(() => {
  leave();
  channel.stop();
  for (const own of document.head.querySelectorAll('#favicon, script')) own.remove();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Page() {
  return (
    <>
      <TabTitle alarmCount={2} />
      <PageTitle text="Enheter" />
      <StatusStrip sound={sound} outdated={useOutdated()} ignoredPress={false} />
    </>
  );
}
async function show() {
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
    random: () => 0,
  });
  const { cache } = await renderPage(
    <LiveProvider channel={channel}>
      <Page />
    </LiveProvider>,
  );
  leave = keepLive(channel, cache);
  await pass(1);
  act(() => sockets[0]?.accept());
  await pass(60_000);
}
const message = () => screen.getAllByRole('status')[0]?.textContent;
const icon = () => document.getElementById('favicon')?.getAttribute('href');
const lose = () => act(() => sockets.at(-1)?.end(1006));
const connect = async () => {
  for (let waited = 0; waited < 60 && sockets.at(-1)?.readyState !== WebSocket.CONNECTING; waited++) await pass(1000);
  act(() => sockets.at(-1)?.accept());
  await pass(1000);
};

describe('the status strip', () => {
  it('has no words while the page is connected', async () => {
    await show();
    expect(message()).toBe('');
    expect(document.title).toBe('(2) ALARMER – Enheter – Varde');
    expect(icon()).toBe('/favicon-alarm.svg');
  });

  it('warns when nothing arrives any more, in the tab too, and is neutral again after reconnecting', async () => {
    await show();
    unreachable();
    lose();
    await pass(1500);
    expect(message(), 'a short break is not worth a word').toBe('');
    await pass(1500);
    expect(message()).toBe('Ingen kontakt siden kl. 20:17. Nye alarmer vises ikke her.');
    expect(document.title).toBe('Ingen kontakt – (2) ALARMER – Enheter – Varde');
    expect(icon()).toBe('/favicon-offline.svg');
    expect(document.documentElement.dataset.contact).toBe('none');
    vi.setSystemTime(new Date(2026, 10, 21, 9, 0));
    await pass(1000);
    expect(message()).toBe('Ingen kontakt siden 20.11.2026 kl. 20:17. Nye alarmer vises ikke her.');
    reachable();
    await connect();
    expect(message()).toBe('');
    expect(document.title).toBe('(2) ALARMER – Enheter – Varde');
    expect(icon()).toBe('/favicon-alarm.svg');
    expect(document.documentElement.dataset.contact).toBe('live');
  });

  it('shows that alarms are polled while only the live channel is lost', async () => {
    await show();
    lose();
    await pass(4000);
    expect(message()).toBe('Ingen oppdatering i sanntid siden kl. 20:17. Alarmer hentes hvert 20. sekund.');
    expect(document.title).toBe('(2) ALARMER – Enheter – Varde');
    unreachable();
    await pass(60_000);
    expect(message()).toMatch(/^Ingen kontakt siden kl\. 20:1\d\./);
  });

  it.each([
    ['another version', pageWith('/assets/index-new.js'), 'Varde er oppdatert.'],
    ['the same version', pageWith('/assets/index-own.js'), ''],
    ['a page that it cannot read', '<p>maintenance</p>', ''],
  ])('after a disconnection with %s on the server shows %s', async (_, page, expected) => {
    document.head.insertAdjacentHTML('beforeend', '<script type="module" src="/assets/index-own.js"></script>');
    reachable(page);
    await show();
    expect(message()).toBe('');
    lose();
    await connect();
    expect(message()?.slice(0, expected.length + 1)).toBe(expected && `${expected}L`);
  });
});
