import { describe, expect, it } from 'vitest';
import type { Section } from './measurement.ts';
import { printed, resultPage, withTargets } from './report.ts';

const section: Section = {
  text: 'A car on a road.',
  header: ['car', 'speed'],
  rows: [
    ['red', '9 km/h'],
    ['blue', '20 km/h'],
  ],
  targets: [
    { what: 'a car', target: 'at least 10 km/h', found: '9 km/h', met: false },
    { what: 'wheels lost', target: 'none', found: '0 of 8', met: true },
  ],
};
const at = { day: '2026-01-31', processors: '2 cores (Z80)', others: '24 GiB of memory, load 0.1 before' };

it('a section is printed with its table, and each target with its figure', () => {
  expect(printed(section)).toBe(
    [
      'car   speed  ',
      'red   9 km/h ',
      'blue  20 km/h',
      'MISSED a car: 9 km/h, target at least 10 km/h',
      'met    wheels lost: 0 of 8, target none',
    ].join('\n'),
  );
});

it('the page of a result has its method, its table, and where it was measured', () => {
  expect(resultPage('Speed', section, at)).toBe(`# Speed

A car on a road.

| car | speed |
| --- | --- |
| red | 9 km/h |
| blue | 20 km/h |

2026-01-31, 2 cores (Z80), 24 GiB of memory, load 0.1 before.
`);
});

describe('the targets of a section', () => {
  const weight = '| [weight](../bench/results/weight.md) | a car | 1 t | 2 t | 2025, a scale |';
  const earlier = (what: string) => `| [speed](../bench/results/speed.md) | ${what} | 5 km/h | 1 | 2025 |`;
  const page = `# Figures\n\n${earlier('a car')}\n${earlier('a bus')}\n${weight}\n\nText.\n`;

  it('replace their rows of the former run, in the same place, with a missed figure in bold', () => {
    expect(withTargets(page, 'speed', section.targets, at)).toBe(`# Figures

| [speed](../bench/results/speed.md) | a car | **9 km/h** | at least 10 km/h | 2026-01-31, 2 cores (Z80) |
| [speed](../bench/results/speed.md) | wheels lost | 0 of 8 | none | 2026-01-31, 2 cores (Z80) |
${weight}

Text.
`);
  });

  it('of a new section come last in the table', () => {
    expect(withTargets(page, 'colour', section.targets.slice(0, 1), at)).toBe(`# Figures

${earlier('a car')}
${earlier('a bus')}
${weight}
| [colour](../bench/results/colour.md) | a car | **9 km/h** | at least 10 km/h | 2026-01-31, 2 cores (Z80) |

Text.
`);
  });
});
