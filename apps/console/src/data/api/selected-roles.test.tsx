import { routes } from '@varde/contract/routes';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionRecord } from '../../testing/render-page.tsx';
import { call } from './call.ts';
import { dropUnheldRoles, selectedRoles, selectRoles } from './selected-roles.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  selectRoles([]);
});

describe('the selected roles', () => {
  it('are kept in the cookie roles for 30 days [D6.042]', () => {
    const cookie = vi.spyOn(document, 'cookie', 'set');
    selectRoles(['FIRM', 'TRACKER']);
    expect(cookie).toHaveBeenCalledWith('roles=FIRM.TRACKER; path=/; max-age=2592000; samesite=lax');
    expect(selectedRoles()).toEqual(['FIRM', 'TRACKER']);
    selectRoles([]);
    expect(document.cookie).not.toContain('roles');
  });

  it('are sent with each call as one parameter each [D6.043]', async () => {
    const fetched = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({}));
    vi.stubGlobal('fetch', fetched);
    const listed = () => call('listDevices', { query: { search: 'a' } });
    await listed();
    selectRoles(['FIRM', 'TRACKER']);
    await listed();
    await call('logout', {});
    const roles = 'roles=FIRM&roles=TRACKER';
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/ajax/devices?search=a',
      `/ajax/devices?search=a&${roles}`,
      `${routes.logout.path}?${roles}`,
    ]);
  });

  it('are ids and nothing else, whatever the cookie contains', () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('a=b; roles=FIRM.&evil=1.<b>.TRACKER.; c=d');
    expect(selectedRoles()).toEqual(['FIRM', 'TRACKER']);
  });

  it('belong to the user who selected them: another user of the same browser begins with all roles and sees all alarms', () => {
    const roles = [
      { role: 'FIRM', selected: false },
      { role: 'TRACKER', selected: true },
    ] as const;
    selectRoles(['TRACKER'], 7);
    expect(selectedRoles()).toEqual(['TRACKER']);
    expect(dropUnheldRoles(sessionRecord({ userId: 7, roles: [...roles] }))).toBe(false);
    expect(dropUnheldRoles(sessionRecord({ userId: 8, roles: [...roles] }))).toBe(true);
    expect(selectedRoles()).toEqual([]);
  });

  it('lose roles that the user does not hold, and are deleted when none is left', () => {
    const session = sessionRecord({ roles: [{ role: 'FIRM', selected: true }] });
    selectRoles(['FIRM']);
    expect(dropUnheldRoles(session)).toBe(false);
    selectRoles(['FIRM', 'SUPERFIRM']);
    expect([dropUnheldRoles(session), selectedRoles()]).toEqual([true, ['FIRM']]);
    selectRoles(['SUPERFIRM']);
    expect([dropUnheldRoles(session), selectedRoles()]).toEqual([true, []]);
  });
});
