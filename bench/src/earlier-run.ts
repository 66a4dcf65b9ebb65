const opening = '<details><summary>The run before</summary>';

/**
 * A section of docs/performance.md with the figures of the previous run folded below, so that a change shows. Only one
 * previous run is kept: `earlier` is the section in the file, with the run before that one.
 */
export function withEarlierRun(newest: string, earlier: string): string {
  const [last = ''] = earlier.split(opening, 1);
  const table = last.indexOf('\n| ');
  if (table === -1) return newest;
  return `${newest}\n${opening}\n\n${last.slice(table).trim()}\n\n</details>\n`;
}
