import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@varde/contract/session';
import type { Root } from 'react-dom/client';
import { endSession } from '#data/api/call.ts';
import { createQueryClient } from '#data/api/query-client.ts';
import { openLiveChannel } from '#data/live/live-channel.ts';
import { dropUnheldRoles, selectedRoles } from '#data/selected-roles.ts';
import { sessionQuery } from '#data/session.ts';
import { startTexts } from '#texts/i18n.ts';
import { chooseTheme, hasStoredTheme } from '#ui/theme-choice.ts';
import { Providers } from './providers.tsx';
import { createConsoleRouter } from './router.tsx';

/** Renders the console for a logged-in user. */
export async function showConsole(root: Root, session: Session): Promise<void> {
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
  root.render(<Providers cache={cache} channel={channel} router={createConsoleRouter()} />);
}

async function revalidate(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries();
  const session = cache.getQueryData(sessionQuery.queryKey);
  // The user no longer holds a selected role.
  if (session && dropUnheldRoles(session)) location.reload();
}
