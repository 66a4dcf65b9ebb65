/**
 * Resolves with the reason when this process is asked to end: SIGTERM, SIGINT, SIGHUP, or the end of the process
 * that started it. A second signal ends it at once.
 */
export function askedToStop(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (why: string) => {
      if (asked) process.exit(1);
      asked = true;
      resolve(why);
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask);
    process.once('disconnect', () => {
      if (!asked) ask('parent is gone');
    });
    process.channel?.unref(); // listening to it must not keep a finished process alive
  });
}
