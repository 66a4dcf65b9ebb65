/** Waits for work, but no longer than this. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const gaveUp = Promise.withResolvers<void>();
  const timer = setTimeout(gaveUp.resolve, ms);
  await Promise.race([work, gaveUp.promise]);
  clearTimeout(timer);
}
