import type { Session } from '@varde/contract/session';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#data/api/api-error.ts';
import { call, currentContext, setContext, whenLoggedOut } from '#data/api/call.ts';
import { endMutes } from '#data/mute.ts';
import { dropUnheldRoles } from '#data/selected-roles.ts';
import { loginHash, publicScreenAt, wantedHash } from '#public/login-address.ts';
import { StartFailed } from '#public/start-failed.tsx';
import { applyTheme, storedTheme } from '#ui/theme-choice.ts';
import '#ui/tokens.css';

/**
 * Decides between login page and console, and loads only the one that is shown: the login page must work at once on
 * a slow line.
 */
const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);

applyTheme(storedTheme());
whenLoggedOut(() => {
  endMutes();
  location.hash = loginHash(location.hash, currentContext());
  // A fresh page: nothing of the session that ended may stay in memory, on the screen or on the wire.
  location.reload();
});
await start();

/** Resolves to whether there is something on the screen besides the offer to try again. */
async function start(): Promise<boolean> {
  try {
    // A link in a mail opens its screen, also while a user is logged in here.
    const session = publicScreenAt(location.hash) ? null : await currentSession();
    await (session ? enter(session) : openPublic());
    return true;
  } catch {
    root.render(<StartFailed onRetry={start} />);
    return false;
  }
}

async function currentSession(): Promise<Session | null> {
  try {
    return await call('getSession', {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'notLoggedIn') endMutes();
    // Without an answer the login page is the one that can say so.
    return null;
  }
}

async function openPublic(): Promise<void> {
  location.replace(loginHash(location.hash));
  const { showPublic } = await import('#public/show-public.tsx');
  showPublic(
    root,
    (session) => void enter(session).catch(() => root.render(<StartFailed onRetry={start} />)),
  );
}

const pendingScreens: Record<Session['pending'][number], string> = {
  gdpr: '#/gdpr',
  twoFactor: '#/two_factor',
};

/** The console, or what has to be done before it. */
async function enter(found: Session): Promise<void> {
  const session = dropUnheldRoles(found) ? await currentSession() : found;
  if (session === null) return openPublic();
  const [pending] = session.pending;
  if (pending !== undefined) {
    const wanted = encodeURIComponent(wantedHash(location.hash).slice(1));
    location.replace(`${pendingScreens[pending]}?to=${wanted}`);
    return openPublic();
  }
  await openConsole(session);
}

async function openConsole(session: Session): Promise<void> {
  setContext(session.context);
  location.replace(wantedHash(location.hash));
  addEventListener('hashchange', () => {
    if (publicScreenAt(location.hash)) location.reload();
  });
  const { showConsole } = await import('./app/show-console.tsx');
  await showConsole(root, session);
}
