const entryScript = /<script[^>]*\ssrc="([^"]+)"/;

/** The address of the entry script of the console that the server serves now; null when unknown. */
async function servedScript(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return (response.ok && entryScript.exec(await response.text())?.[1]) || null;
  } catch {
    return null;
  }
}

/**
 * Whether the server serves another version of the console than this page. The name of the entry script contains a hash
 * of its content, so another name is another version.
 */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const served = await servedScript();
  return served !== null && own !== undefined && own !== null && served !== own;
}

/**
 * Reloads the page if the console can be loaded: otherwise the reload would remove the open alarms from the screen and
 * leave an empty page.
 */
export async function reloadIfPossible(): Promise<void> {
  const script = await servedScript();
  if (script === null) return;
  const loads = await fetch(script, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (loads) location.reload();
}
