import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLiveChannel } from '#kit/live/live-channel.ts';
import { LiveProvider } from '#kit/live/live-context.tsx';
import { fakeLiveServer } from '../testing/fake-live-server.ts';
import { renderPart } from '../testing/render-part.tsx';
import { ConnectionBar } from './connection-bar.tsx';

describe('the connection bar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 49, 0) });
    vi.stubGlobal('fetch', vi.fn());
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('says since when the picture is stale, and goes when the connection is back', async () => {
    const sockets = fakeLiveServer();
    const channel = openLiveChannel({
      origin: 'http://varde.example',
      onSessionEnded: vi.fn(),
      onRightsChanged: vi.fn(),
      random: () => 0,
    });
    renderPart(
      <LiveProvider channel={channel}>
        <ConnectionBar />
      </LiveProvider>,
    );
    await pass(1);
    sockets[0]?.accept();
    await pass(60_000);
    expect(screen.getByRole('status').textContent).toBe('');

    act(() => sockets[0]?.end(1006));
    await pass(1500);
    expect(screen.getByRole('status').textContent, 'a short break is not worth a bar').toBe('');
    act(() => sockets[1]?.end(1006));
    await pass(1700);
    expect(screen.getByRole('status').textContent).toMatch(
      /^Ikke oppdatert siden 18:50 \(00:0[23]\)\.Kobler til igjen/,
    );
    await pass(2000);
    act(() => sockets[2]?.accept());
    await pass(1000);
    expect(screen.getByRole('status').textContent).toBe('');
    channel.stop();
  });
});
