import { rolesParameter } from '@varde/contract/routes';
import type { Session } from '@varde/contract/session';

/** Specification 2, section 6: "stored in a cookie named roles for 30 days". */
const cookieName = 'roles';
const keptSeconds = 30 * 24 * 60 * 60;

/** The ids of the roles that are selected in this browser; none: the user has not selected. */
export function selectedRoles(): string[] {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${cookieName}=`));
  const ids = cookie?.slice(cookieName.length + 1).split('.') ?? [];
  return ids.filter((id) => /^[A-Z_]{1,40}$/.test(id));
}

/** Remembers a selection; an empty one is forgotten. Whoever selects loads the page anew. */
export function selectRoles(ids: readonly string[]): void {
  const age = ids.length === 0 ? 0 : keptSeconds;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists on https only, and a page that is loaded anew does not wait for it
  document.cookie = `${cookieName}=${ids.join('.')}; path=/; max-age=${age}; samesite=lax${secure}`;
}

/** The selection as the query parameters that go with every call. */
export function addSelection(search: URLSearchParams): void {
  for (const id of selectedRoles()) search.append(rolesParameter, id);
}

/**
 * Takes out of the selection what the user does not hold: somebody else may have selected in this browser, or a role is
 * gone. Returns whether there was anything to take out; what the server has said before does not count any more then.
 */
export function dropUnheldRoles({ roles }: Session): boolean {
  const selected = selectedRoles();
  const held = selected.filter((id) => roles.some(({ role }) => role === id));
  if (held.length === selected.length) return false;
  selectRoles(held);
  return true;
}
