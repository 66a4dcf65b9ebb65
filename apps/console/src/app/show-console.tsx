import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@varde/contract/session';
import type { Root } from 'react-dom/client';
import { endSession } from '#data/api/call.ts';
import { createQueryClient } from '#data/api/query-client.ts';
import { dropUnheldRoles, selectedRoles } from '#data/api/selected-roles.ts';
import { keepLive } from '#data/live/keep-live.ts';
import { openLiveChannel } from '#data/live/live-channel.ts';
import { sessionQuery } from '#data/session.ts';
import { alarmsOf, playAlarmSound } from '#features/alarms/play-alarm-sound.ts';
import { startTexts } from '#texts/i18n.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { chooseTheme, hasStoredTheme } from '#ui/theme-choice.ts';
import { setTimeZone } from '#ui/time-zone.ts';
import { BareConsole } from './bare-console.tsx';
import { Providers } from './providers.tsx';
import { createConsoleRouter } from './router.tsx';

/** Renders the console for a logged-in user. Alarms arrive and sound apart from what is rendered. */
export async function showConsole(root: Root, session: Session): Promise<void> {
  // A tool with names and times that must stay as they are; and React does not find texts that a translation has wrapped.
  document.documentElement.translate = false;
  setTimeZone(session.timeZone);
  await startTexts(session.language);
  if (session.theme !== null && !hasStoredTheme()) chooseTheme(session.theme);
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, session);
  const channel = openLiveChannel({
    origin: location.origin,
    roles: selectedRoles(),
    network: window,
    onSessionEnded: endSession,
    // The session's rights and every answer in the cache may be out of date.
    onRightsChanged: () => void revalidate(cache),
  });
  keepLive(channel, cache);
  const sound = playAlarmSound(session.userId, alarmsOf(cache));
  const router = createConsoleRouter();
  root.render(
    <ErrorBoundary fallback={(retry) => <BareConsole cache={cache} onRetry={retry} />}>
      <Providers {...{ cache, channel, router, sound }} />
    </ErrorBoundary>,
  );
}

async function revalidate(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries();
  const session = cache.getQueryData(sessionQuery.queryKey);
  // The user no longer holds a selected role.
  if (session && dropUnheldRoles(session)) location.reload();
}
