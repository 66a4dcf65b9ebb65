/** Loads what draws dialogs; false: it could not be loaded. Where it is drawn from the start there is nothing to load. */
let load = async (): Promise<boolean> => true;
let drawn = Promise.resolve();

/** Dialogs that are opened from now on are loaded first, and wait until the returned function is called. */
export function expectDialogs(loadDialogs: () => Promise<boolean>): () => void {
  let done = () => {};
  load = loadDialogs;
  drawn = new Promise((resolve) => {
    done = resolve;
  });
  return done;
}

/** Resolves to true once a dialog that is opened is also drawn, and to false when dialogs cannot be loaded now. */
export async function dialogsReady(): Promise<boolean> {
  if (!(await load())) return false;
  await drawn;
  return true;
}
