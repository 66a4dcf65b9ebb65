const opening = '<details><summary>The run before</summary>';

/**
 * A section of docs/performance.md with the figures of the run before it folded below, so that a change shows. Only the
 * one before: `earlier` is the section as it stands in the file, with the run that was before that one.
 */
export function withEarlierRun(newest: string, earlier: string): string {
  const [last = ''] = earlier.split(opening, 1);
  const table = last.indexOf('\n| ');
  if (table === -1) return newest;
  return `${newest}\n${opening}\n\n${last.slice(table).trim()}\n\n</details>\n`;
}
