export const draftPrefix = 'varde-draft-';

/**
 * At a logout, and with `except` when a user enters after a session that ended without one: whoever uses the browser next
 * finds nothing of it.
 */
export function forgetDrafts(except?: { userId: number }): void {
  const own = except && `${draftPrefix}${except.userId}-`;
  for (const key of storedKeys())
    if (key.startsWith(draftPrefix) && !(own && key.startsWith(own))) storeDraft(key, null);
}

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return []; // storage is forbidden
  }
}

/** In the storage of the tab, which others do not have, and which ends with it. */
export function storeDraft(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is forbidden, or full: nothing is kept.
  }
}
