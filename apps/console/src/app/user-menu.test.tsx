import { ModalsProvider } from '@mantine/modals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endSession, whenLoggedOut } from '#data/api/call.ts';
import { selectedRoles, selectRoles } from '#data/api/selected-roles.ts';
import { mutedUntil, setMuted } from '#data/mute.ts';
import { isOff } from '../testing/is-off.ts';
import { renderPage, sessionRecord } from '../testing/render-page.tsx';
import { UserMenu } from './user-menu.tsx';

const several = (firm: boolean, tracker: boolean) =>
  sessionRecord({
    roles: [
      { role: 'FIRM', selected: firm },
      { role: 'TRACKER', selected: tracker },
    ],
  });
const menu = (
  <ModalsProvider>
    <UserMenu onHelp={() => undefined} />
  </ModalsProvider>
);
const open = async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /meny$/ }));
  await screen.findByRole('menuitem', { name: 'Logg ut' });
  return user;
};
afterEach(() => {
  selectRoles([]);
  whenLoggedOut(() => undefined);
});

describe("the user's menu", () => {
  it('offers no choice of roles to a user with one', async () => {
    await renderPage(menu);
    await open();
    expect(screen.queryByRole('menuitem', { name: 'Velg roller' })).toBeNull();
  });

  it('lets a user with several roles select some of them, and restarts with those', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { protocol: 'http:', reload });
    await renderPage(menu, several(true, true));
    const user = await open();
    await user.click(screen.getByRole('menuitem', { name: 'Velg roller' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Kundeadministrator' }));
    await user.click(screen.getByRole('button', { name: 'Bruk' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(selectedRoles()).toEqual(['TRACKER']);
  });

  it('does not allow deselecting every role', async () => {
    await renderPage(menu, several(true, false));
    const user = await open();
    await user.click(screen.getByRole('menuitem', { name: 'Velg roller' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Kundeadministrator' }));
    expect(isOff(screen.getByRole('button', { name: 'Bruk' }))).toBe(true);
  });

  it('ends the mute of the alarm sound on logout, and not when the logout fails', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { protocol: 'http:', hash: '', reload });
    const fetched = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('network'));
    vi.stubGlobal(
      'fetch',
      fetched.mockImplementation(async () => Response.json({})),
    );
    setMuted(1, Date.now() + 60_000);
    await renderPage(menu);
    const user = await open();
    await user.click(screen.getByRole('menuitem', { name: 'Logg ut' }));
    expect(mutedUntil(1, Date.now())).not.toBeNull();
    expect(reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: /meny$/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logg ut' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(location.hash).toBe('#/logout');
    expect(mutedUntil(1, Date.now())).toBeNull();
  });

  it('leads to the logout screen also where the live channel ends before the logout is answered', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { protocol: 'http:', hash: '#/vardes', reload });
    const toLogin = vi.fn();
    whenLoggedOut(toLogin);
    const fetched = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('network'));
    vi.stubGlobal(
      'fetch',
      fetched.mockImplementation(async () => {
        endSession();
        return Response.json({});
      }),
    );
    await renderPage(menu);
    const user = await open();
    await user.click(screen.getByRole('menuitem', { name: 'Logg ut' }));
    endSession();
    expect(toLogin, 'after a logout that failed the session goes on').toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: /meny$/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logg ut' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
    expect(location.hash).toBe('#/logout');
    expect(toLogin).toHaveBeenCalledOnce();
  });

  it('ends the push messages of this browser before the logout, if Varde says that the user wanted it', async () => {
    const unsubscribe = vi.fn(async () => true);
    const subscription = { endpoint: 'https://push.example/mine', unsubscribe };
    const registration = { pushManager: { getSubscription: async () => subscription } };
    const serviceWorker = { getRegistration: async () => registration };
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
    const reload = vi.fn();
    vi.stubGlobal('location', { protocol: 'http:', hash: '', reload });
    const made: unknown[] = [];
    let left = false;
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      made.push([url, body]);
      return Response.json({ left });
    });
    const logOut = async () => {
      const { unmount } = await renderPage(menu);
      const user = await open();
      await user.click(screen.getByRole('menuitem', { name: 'Logg ut' }));
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
      reload.mockReset();
      unmount();
    };
    await logOut();
    expect(made).toEqual([
      ['/ajax/push/browsers/leave', '{"endpoint":"https://push.example/mine"}'],
      ['/logout', undefined],
    ]);
    expect(unsubscribe).not.toHaveBeenCalled();
    left = true;
    await logOut();
    expect(unsubscribe).toHaveBeenCalledOnce();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('logs out also where the browser itself cannot say whether it gets push messages', async () => {
    const getRegistration = () => Promise.reject(new DOMException('broken', 'AbortError'));
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
    const reload = vi.fn();
    vi.stubGlobal('location', { protocol: 'http:', hash: '', reload });
    const fetched = vi.fn<typeof fetch>(async () => Response.json({}));
    vi.stubGlobal('fetch', fetched);
    await renderPage(menu);
    const user = await open();
    await user.click(screen.getByRole('menuitem', { name: 'Logg ut' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/logout']);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('shows the selected roles on its button, when they are not all', async () => {
    await renderPage(menu, several(false, true));
    expect(screen.getByRole('button', { name: 'Kari Nes, Sporingsbruker, meny' }).textContent).toBe(
      'Kari Nes Sporingsbruker',
    );
  });
});
