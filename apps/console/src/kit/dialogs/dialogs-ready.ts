let ready = Promise.resolve();

/** Dialogs that are opened from now on wait until the returned function is called: what draws them is still loading. */
export function expectDialogs(): () => void {
  let done = () => {};
  ready = new Promise((resolve) => {
    done = resolve;
  });
  return done;
}

/** Resolves once a dialog that is opened is also drawn. */
export const dialogsReady = (): Promise<void> => ready;
