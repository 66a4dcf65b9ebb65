import type { Session } from '@varde/contract/session';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#data/api/api-error.ts';
import { call, currentContext, setContext, whenLoggedOut } from '#data/api/call.ts';
import { dropUnheldRoles } from '#data/api/selected-roles.ts';
import { endMutes } from '#data/mute.ts';
import { loginHash, publicScreenAt, wantedHash } from '#public/login-address.ts';
import { StartFailed } from '#public/start-failed.tsx';
import { applyTheme, storedTheme } from '#ui/theme-choice.ts';
import '#ui/tokens.css';

/**
 * Chooses between login page and console, and loads only the one that is shown: the login page must be fast on a slow
 * line.
 */
const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);

applyTheme(storedTheme());
whenLoggedOut(() => {
  endMutes();
  // The router does not hear of it, as it would from `history` itself: no form is left, and none asks, since what was
  // typed is there again after the login.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  History.prototype.pushState.call(history, null, '', loginHash(location.hash, currentContext()));
  // Reloads, so that no data or connection of the ended session remains.
  location.reload();
});

/** Resolves to whether anything is shown besides the retry button. */
async function start(): Promise<boolean> {
  try {
    // A link in a mail opens its screen, even while a user is logged in.
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
    // Without an answer the login page reports the failure.
    return null;
  }
}

async function openPublic(): Promise<void> {
  location.replace(loginHash(location.hash));
  const { showPublic } = await import('#public/show-public.tsx');
  showPublic(root, (session) => void enter(session).catch(() => root.render(<StartFailed onRetry={start} />)));
}

const pendingScreens: Record<Session['pending'][number], string> = {
  gdpr: '#/gdpr',
  twoFactor: '#/two_factor',
};

/** Shows the console, or a screen that the user must complete first. */
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

// Last: what is declared above it would have no value yet while it waits.
await start();
