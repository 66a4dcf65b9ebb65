import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useSession } from './session.ts';
import { draftPrefix, storeDraft } from './stored-drafts.ts';

/** What is older belongs to another shift. */
const longestMs = 12 * 3_600_000;

/**
 * State of what a user types into a form. It is there again when the form opens in the same tab after a reload, a new
 * version or the end of the session: for this user, and for what `of` names. Whoever saves, cancels or leaves the form is
 * done with it, and so is who logs out. `nothing`: the state before the first change. `mayKeep`: false for what holds
 * a secret.
 */
export function useDraft<T>(
  of: string,
  nothing: T,
  mayKeep: (value: T) => boolean = always,
): [T, Dispatch<SetStateAction<T>>] {
  const { userId } = useSession();
  const key = `${draftPrefix}${userId}-${of}`;
  const [untouched] = useState(() => JSON.stringify(nothing));
  const [value, setValue] = useState<T>(() => recalled<T>(key) ?? nothing);
  useEffect(() => {
    const isKept = JSON.stringify(value) !== untouched && mayKeep(value);
    storeDraft(key, isKept ? JSON.stringify({ at: Date.now(), value }) : null);
  }, [key, value, untouched, mayKeep]);
  // A page that goes away is not unmounted.
  useEffect(() => () => storeDraft(key, null), [key]);
  return [value, setValue];
}

const always = () => true;

function recalled<T>(key: string): T | undefined {
  try {
    const { at, value } = JSON.parse(sessionStorage.getItem(key) ?? '') as { at: number; value: T };
    const age = Date.now() - at;
    return age >= 0 && age < longestMs ? value : undefined;
  } catch {
    return undefined;
  }
}
