import type { Session } from '@varde/contract/session';
import { rolesParameter } from '@varde/contract/transport';

/** Specification 2, section 6: "stored in a cookie named roles for 30 days". */
const cookieName = 'roles';
const keptSeconds = 30 * 24 * 60 * 60;

function cookieParts(): string[] {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${cookieName}=`));
  return cookie?.slice(cookieName.length + 1).split('.') ?? [];
}

/** The ids of the roles selected in this browser; empty without a selection. */
export const selectedRoles = (): string[] => cookieParts().filter((id) => /^[A-Z_]{1,40}$/.test(id));

/** Stores a selection with its user; an empty one is deleted. The caller reloads the page. */
export function selectRoles(ids: readonly string[], userId?: number): void {
  const age = ids.length === 0 ? 0 : keptSeconds;
  const value = ids.length === 0 || userId === undefined ? ids.join('.') : [userId, ...ids].join('.');
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists on https only, and a page that is loaded anew does not wait for it
  document.cookie = `${cookieName}=${value}; path=/; max-age=${age}; samesite=lax${secure}`;
}

/** Adds the selection to the query parameters of a call. */
export function addSelection(search: URLSearchParams): void {
  for (const id of selectedRoles()) search.append(rolesParameter, id);
}

/**
 * Removes roles that the user no longer holds from the selection, and all of it when another user has selected in this
 * browser, so that the next shift sees every alarm. Returns whether anything was removed; earlier answers of the server
 * are invalid then.
 */
export function dropUnheldRoles({ userId, roles }: Session): boolean {
  const selected = selectedRoles();
  const by = cookieParts().find((part) => /^\d+$/.test(part));
  const isOwn = by === undefined || by === String(userId);
  const held = isOwn ? selected.filter((id) => roles.some(({ role }) => role === id)) : [];
  if (held.length === selected.length) return false;
  selectRoles(held, userId);
  return true;
}
