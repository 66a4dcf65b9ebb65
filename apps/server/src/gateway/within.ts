/** Waits for work, but no longer than this. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const timedOut = Promise.withResolvers<void>();
  const timer = setTimeout(timedOut.resolve, ms);
  await Promise.race([work, timedOut.promise]);
  clearTimeout(timer);
}
