import { RouterProvider } from '@tanstack/react-router';
import { waitFor } from '@testing-library/react';
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

let channel: LiveChannel;
let asked: URL[];
const session = sessionRecord({ abilities: ['audit'] });
beforeEach(() => {
  fakeLiveServer();
  asked = [];
  vi.stubGlobal('fetch', async (given: string) => {
    const url = new URL(given, 'http://varde.example');
    asked.push(url);
    if (url.pathname === routes.getSession.path) return Response.json(session);
    return Response.json({ code: 'notFound', status: 404 }, { status: 404 });
  });
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => {
  channel.stop();
  location.hash = '';
});

async function open(address: string) {
  location.hash = address;
  const router = consoleRouter();
  await router.load();
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, session);
  renderPart(
    <LiveProvider channel={channel}>
      <SoundContext value={silentSound}>
        <RouterProvider router={router} />
      </SoundContext>
    </LiveProvider>,
    cache,
  );
}
const askedAt = (path: string) => asked.find(({ pathname }) => pathname === path);

it('[C2.07] device_audit_log/{deviId} is the audit log of that device', async () => {
  await open('/device_audit_log/12');
  await waitFor(() => expect(askedAt(routes.listAudit.path)?.searchParams.get('deviId')).toBe('12'));
});

it('[C2.08] device_call_log/{deviId} is the call log of that device', async () => {
  await open('/device_call_log/12');
  await waitFor(() => expect(askedAt('/ajax/devices/12/calls')).toBeDefined());
});
