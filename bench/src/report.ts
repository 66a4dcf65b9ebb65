import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run.ts';
import { withEarlierRun } from './earlier-run.ts';
import type { Section } from './measurement.ts';

const document = join(root, 'docs/performance.md');

/** A section as it is printed. */
export function printed({ header, rows, targets }: Section): string {
  const table = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [
    ...lines,
    ...targets.map(({ text, found, met }) => `${met ? 'met   ' : 'MISSED'} ${text}: ${found}`),
  ].join('\n');
}

/**
 * Puts a section between its markers in docs/performance.md, with the previous run; the surrounding text is unchanged.
 */
export function writeSection(name: string, title: string, section: Section, circumstances: string): void {
  const begin = `<!-- bench ${name} -->`;
  const end = `<!-- bench ${name} end -->`;
  const text = readFileSync(document, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no place for ${name}`);
  const newest = `### ${title}\n\n${markdown(section)}\n\n${circumstances}\n`;
  const body = withEarlierRun(newest, text.slice(from + begin.length, to));
  writeFileSync(document, `${text.slice(0, from)}${begin}\n${body}${text.slice(to)}`);
}

function markdown({ text, header, rows, targets }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(header), line(header.map(() => '---')), ...rows.map(line)];
  const verdicts = targets.map(
    (target) => `- ${target.met ? 'Met' : '**Missed**'}: ${target.text}. Found: ${target.found}.`,
  );
  return [text, table.join('\n'), verdicts.join('\n')].join('\n\n');
}
