import { act, screen } from '@testing-library/react';
import type { Session } from '@varde/contract/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { fakeLiveServer } from '../testing/fake-live-server.ts';
import { renderPage, sessionRecord } from '../testing/render-page.tsx';
import { StatusStrip } from './status-strip.tsx';

const fetched = vi.fn<(url: string) => Promise<Response>>();
const asked = () => fetched.mock.calls.filter(([url]) => url.includes('/ajax/alarm_path')).length;
/** What the server knows of its own test alarms. */
let path: { isStopped: boolean; lastPassedAt: number | null };
const works = { isStopped: false, lastPassedAt: Date.parse('2026-11-20T20:15:00') };
const stopped = { isStopped: true, lastPassedAt: Date.parse('2026-11-20T20:04:00') };

let sockets: ReturnType<typeof fakeLiveServer>;
let channel: LiveChannel;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 20, 16, 0) });
  fetched.mockReset();
  path = works;
  fetched.mockImplementation(async (url) =>
    Response.json(
      url.includes('/ajax/alarm_path') ? { ...path, checks: [] } : { alarms: [], nextCursor: null, rev: 1 },
    ),
  );
  vi.stubGlobal('fetch', fetched);
  sockets = fakeLiveServer();
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const silent = { mutedUntil: null, blocked: false, toggleMute: () => undefined, enable: () => undefined };

async function show(
  abilities: Session['abilities'] = ['unknownDevices'],
  shown: Partial<Parameters<typeof StatusStrip>[0]> = {},
) {
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
    random: () => 0,
  });
  const sound = { ...silent, waiting: 0, silence: null };
  await renderPage(
    <LiveProvider channel={channel}>
      <StatusStrip {...{ sound, outdated: false, ignoredPress: false }} {...shown} />
    </LiveProvider>,
    sessionRecord({ abilities }),
  );
  await pass(1);
  act(() => sockets[0]?.accept());
  await pass(1000);
}
const message = () => screen.getAllByRole('status')[0]?.textContent;
const strip = () => screen.getByRole('region', { name: 'Tilkobling og alarmlyd' });

describe('for a user who may see the self-check', () => {
  it('the strip says at the next look that test alarms stopped arriving, once and with a link, and is calm when they arrive again', async () => {
    await show();
    expect(message()).toBe('');
    const region = screen.getAllByRole('status')[0];
    path = stopped;
    await pass(60_000);
    await vi.waitFor(() => expect(message()).toBe('Varde når ikke fram: siste prøvealarm kom kl. 20:04.'));
    expect(screen.getAllByRole('status')[0], 'the region that is announced stays').toBe(region);
    expect(screen.getByRole('link', { name: /^Varde når ikke fram/ }).getAttribute('href')).toBe('/admin/alarm_path');
    expect(screen.queryByRole('button', { name: /Lukk/ })).toBeNull();
    const text = screen.getByText(/^Varde når ikke fram/);
    await pass(300_000);
    expect(screen.getByText(/^Varde når ikke fram/), 'nothing is announced again').toBe(text);
    path = works;
    await pass(60_000);
    expect(message()).toBe('');
  });

  it('asks once a minute', async () => {
    await show();
    expect(asked()).toBe(1);
    await pass(58_000);
    expect(asked()).toBe(1);
    await pass(2000);
    expect(asked()).toBe(2);
  });

  it('the strip says that no test alarm ever arrived', async () => {
    path = { isStopped: true, lastPassedAt: null };
    await show();
    await vi.waitFor(() => expect(message()).toMatch(/^Varde når ikke fram: ingen prøvealarm har kommet\./));
  });

  it('it comes before the offer to reload, and before a sound that is off', async () => {
    path = stopped;
    await show(undefined, {
      outdated: true,
      sound: { ...silent, mutedUntil: Date.now() + 60_000, waiting: 2, silence: null },
    });
    await vi.waitFor(() => expect(message()).toMatch(/^Varde når ikke fram/));
    expect(strip().dataset).toMatchObject({ stopped: '' });
    expect(strip().dataset.sound).toBeUndefined();
  });

  it('lost contact comes first', async () => {
    path = stopped;
    await show();
    await vi.waitFor(() => expect(message()).toMatch(/^Varde når ikke fram/));
    fetched.mockRejectedValue(new TypeError('network'));
    act(() => sockets.at(-1)?.end(1006));
    await pass(60_000);
    expect(message()).toMatch(/^Ingen kontakt siden/);
  });

  it('an ignored press is answered first', async () => {
    path = stopped;
    await show(undefined, { ignoredPress: true });
    expect(message()).toMatch(/^Listen flyttet seg/);
  });

  it('nothing changes in the strip while a finger is down', async () => {
    await show();
    path = stopped;
    await pass(58_000);
    act(() => void window.dispatchEvent(new Event('pointerdown')));
    await pass(1500);
    expect(asked()).toBe(2);
    expect(message()).toBe('');
    act(() => void window.dispatchEvent(new Event('pointerup')));
    await vi.waitFor(() => expect(message()).toMatch(/^Varde når ikke fram/));
  });

  it('an answer that fails changes nothing', async () => {
    path = stopped;
    await show();
    await vi.waitFor(() => expect(message()).toMatch(/^Varde når ikke fram/));
    const answer = fetched.getMockImplementation();
    fetched.mockImplementation(async (url) =>
      url.includes('/ajax/alarm_path') ? Response.json({}, { status: 503 }) : (answer?.(url) ?? Response.json({})),
    );
    await pass(60_000);
    expect(message()).toMatch(/^Varde når ikke fram/);
  });
});

it('other users see nothing of it, and their console does not ask', async () => {
  path = stopped;
  await show([]);
  await pass(120_000);
  expect(message()).toBe('');
  expect(asked()).toBe(0);
});
