/** Fallback in memory for a browser that forbids storage, such as in private windows. */
const memory = new Map<string, string>();

/** Reads a value from the browser's storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function forgetStored(matches: (key: string) => boolean): void {
  for (const key of memory.keys()) if (matches(key)) memory.delete(key);
  try {
    for (const key of Object.keys(localStorage)) if (matches(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}
