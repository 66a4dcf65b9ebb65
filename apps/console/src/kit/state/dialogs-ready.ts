import { notifyEach } from '#ui/notify-each.ts';

/**
 * Loads the code that renders dialogs; false: it could not be loaded. The default is for pages that render dialogs from
 * the start.
 */
let load = async (): Promise<boolean> => true;
let drawn = Promise.resolve();

/** Titles of the dialogs that are open, or will be once their code is loaded. */
export const openTitles = new Set<string>();
const listeners = new Set<() => void>();

export function setOpen(title: string, isOpen: boolean): void {
  if (isOpen) openTitles.add(title);
  else openTitles.delete(title);
  notifyEach(listeners);
}

/** Calls back when a dialog has opened or closed. Returns the function that stops it. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes dialogs load their code before they open; they wait until the returned function is called. */
export function expectDialogs(loadDialogs: () => Promise<boolean>): () => void {
  let done = () => {};
  load = loadDialogs;
  drawn = new Promise((resolve) => {
    done = resolve;
  });
  return done;
}

/** Resolves to true once dialogs can be rendered, and to false when their code cannot be loaded now. */
export async function dialogsReady(): Promise<boolean> {
  if (!(await load())) return false;
  await drawn;
  return true;
}
