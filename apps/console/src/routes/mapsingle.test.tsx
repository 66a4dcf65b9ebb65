import { ModalsProvider } from '@mantine/modals';
import { RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { routes } from '@varde/contract/routes';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { sessionQuery } from '#data/session.ts';
import { SoundContext } from '#features/alarms/use-alarm-sound.ts';
import { consoleRouter } from '../testing/console-router.ts';
import { fakeLiveServer } from '../testing/fake-live-server.ts';
import { sessionRecord } from '../testing/render-page.tsx';
import { renderPart } from '../testing/render-part.tsx';
import { silentSound } from '../testing/silent-sound.ts';

const invalid = { code: 'validationFailed', status: 400, errors: [{ path: 'deviId', message: 'is no number' }] };
let channel: LiveChannel;
let asked: string[];
beforeEach(() => {
  fakeLiveServer();
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://varde.example');
    asked.push(pathname);
    if (pathname === routes.listAlarms.path) return Response.json({ alarms: [], nextCursor: null, rev: 1 });
    if (pathname === '/ajax/devices/NaN') return Response.json(invalid, { status: 400 });
    return Response.json({ code: 'notFound', status: 404 }, { status: 404 });
  });
  const heard = { onSessionEnded: vi.fn(), onRightsChanged: vi.fn() };
  channel = openLiveChannel({ origin: 'http://varde.example', ...heard });
});
afterEach(() => {
  channel.stop();
  location.hash = '';
});

it('[D2.123] the number in the address of the map of one device is that of the device', async () => {
  await open('/mapsingle/12');
  await vi.waitFor(() => expect(asked).toContain('/ajax/devices/12'));
});

it.each(['/mapsingle/tolv', '/mapsingle/12x?count=mange', '/mapsingle/<b>'])(
  '%s names no device, which the page says',
  async (address) => {
    await open(address);
    expect(await screen.findByText('Dette finnes ikke, eller du har ikke tilgang til det.')).toBeDefined();
    expect(screen.queryByText('Noe er fylt ut feil.')).toBeNull();
  },
);

async function open(address: string): Promise<void> {
  location.hash = address;
  const router = consoleRouter();
  await router.load();
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, sessionRecord());
  renderPart(
    <LiveProvider channel={channel}>
      <ModalsProvider />
      <SoundContext value={silentSound}>
        <RouterProvider router={router} />
      </SoundContext>
    </LiveProvider>,
    cache,
  );
}
