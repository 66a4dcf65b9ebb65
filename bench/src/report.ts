import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run.ts';
import type { Section, Target } from './measurement.ts';

/** When and where a section was measured. */
export interface Circumstances {
  day: string;
  /** The processors: enough to tell two machines apart. */
  processors: string;
  /** Memory, programs and load. */
  others: string;
}

const page = join(root, 'docs/performance.md');
const results = join(root, 'bench/results');

/** A section as it is printed. */
export function printed({ header, rows, targets }: Section): string {
  const table = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const verdicts = targets.map(
    ({ what, target, found, met }) => `${met ? 'met   ' : 'MISSED'} ${what}: ${found}, target ${target}`,
  );
  return [...lines, ...verdicts].join('\n');
}

/** Writes the table of a section to bench/results, and its targets to docs/performance.md. */
export function writeSection(name: string, title: string, section: Section, at: Circumstances): void {
  writeFileSync(join(results, `${name}.md`), resultPage(title, section, at));
  writeFileSync(page, withTargets(readFileSync(page, 'utf8'), name, section.targets, at));
}

/** bench/results/NAME.md: the subject, the method and the whole table. */
export function resultPage(title: string, { text, header, rows }: Section, at: Circumstances): string {
  const table = [header, header.map(() => '---'), ...rows].map(line).join('\n');
  return `# ${title}\n\n${text}\n\n${table}\n\n${at.day}, ${at.processors}, ${at.others}.\n`;
}

/** docs/performance.md with the rows of this section replaced, or added as the last ones; the rest is unchanged. */
export function withTargets(text: string, name: string, targets: readonly Target[], at: Circumstances): string {
  const link = `[${name}](../bench/results/${name}.md)`;
  const isOwn = (each: string) => each.startsWith(`| ${link} |`);
  const lines = text.split('\n');
  const own = lines.findIndex(isOwn);
  const first = own === -1 ? lines.findLastIndex((each) => each.startsWith('| [')) + 1 : own;
  const rows = targets.map(({ what, target, found, met }) =>
    line([link, what, met ? found : `**${found}**`, target, `${at.day}, ${at.processors}`]),
  );
  const others = lines.filter((each) => !isOwn(each));
  return [...others.slice(0, first), ...rows, ...others.slice(first)].join('\n');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
