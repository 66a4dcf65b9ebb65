import type { Session } from '@varde/contract/session';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#kit/api/api-error.ts';
import { call, currentContext, setContext, whenLoggedOut } from '#kit/api/call.ts';
import { loginHash, publicScreenAt, wantedHash } from '#kit/login-address.ts';
import { endMutes } from '#kit/mute.ts';
import { dropUnheldRoles } from '#kit/selected-roles.ts';
import { applyTheme, storedTheme } from '#ui/theme-choice.ts';
import { StartFailed } from './start-failed.tsx';
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
    // A link in a mail shows its screen, whoever is logged in here.
    const session = publicScreenAt(location.hash) ? null : await currentSession();
    await (session ? enter(session) : openLight());
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

async function openLight(): Promise<void> {
  location.replace(loginHash(location.hash));
  const { showLight } = await import('./show-light.tsx');
  showLight(root, (session) => void enter(session).catch(() => root.render(<StartFailed onRetry={start} />)));
}

const pendingScreens: Record<Session['pending'][number], string> = {
  gdpr: '#/gdpr',
  twoFactor: '#/two_factor',
};

/** The console, or what has to be done before it. */
async function enter(found: Session): Promise<void> {
  const session = dropUnheldRoles(found) ? await currentSession() : found;
  if (session === null) return openLight();
  const [pending] = session.pending;
  if (pending !== undefined) {
    const wanted = encodeURIComponent(wantedHash(location.hash).slice(1));
    location.replace(`${pendingScreens[pending]}?to=${wanted}`);
    return openLight();
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
