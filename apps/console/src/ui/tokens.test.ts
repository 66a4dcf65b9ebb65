import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { resolveVariables } from './theme.ts';

const source = join(import.meta.dirname, '..');
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colours of a theme; the dark one overrides some of the light one. */
function coloursOf(theme: 'light' | 'dark'): Map<string, string> {
  const [light = '', dark = ''] = css.split(':root[data-mantine-color-scheme="dark"]');
  const declared = (part: string) =>
    [...part.matchAll(/(--varde-[\w-]+): (#[0-9a-f]{6});/g)].map(
      ([, name = '', colour = '']) => [name, colour] as const,
    );
  return new Map([...declared(light), ...(theme === 'dark' ? declared(dark) : [])]);
}

/** WCAG 2.1, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('each status has a colour in the light theme and another one in the dark theme', () => {
  const [light, dark] = [coloursOf('light'), coloursOf('dark')];
  for (const colour of [
    'alarm',
    'nonEscalatedAlarm',
    'status',
    'offline',
    'lowBattery',
    'selfcheck',
    'geofenceWarning',
    'powerFailure',
    'clear',
  ])
    for (const name of [`--varde-status-${colour}`, `--varde-status-${colour}-soft`]) {
      expect(light.get(name), name).toMatch(/^#/);
      expect(dark.get(name), name).not.toBe(light.get(name));
    }
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colours = coloursOf(theme);
  const of = (name: string) => colours.get(`--varde-${name}`) ?? '';
  const statuses = [...colours.keys()].flatMap((name) => /^--varde-(status-\w+)$/.exec(name)?.[1] ?? []);

  it('the themes have colours', () => {
    expect(statuses.length).toBeGreaterThan(8);
  });

  it.each(statuses)('%s is readable on its own soft background and on every surface', (status) => {
    for (const background of [`${status}-soft`, 'surface', 'page'])
      expect(contrast(of(status), of(background)), background).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['danger', 'danger-hover', 'done', 'accent'])('white is readable on %s', (background) => {
    expect(contrast('#ffffff', of(background))).toBeGreaterThanOrEqual(4.5);
  });

  it('the text of a button without a border is readable on every surface, and under the pointer', () => {
    const soft = [...colours.keys()].filter((name) => name.endsWith('-soft'));
    for (const background of [...soft, '--varde-surface', '--varde-page', '--varde-hover'])
      expect(contrast(of('accent-text'), colours.get(background) ?? ''), background).toBeGreaterThanOrEqual(4.5);
    const hovered = resolveVariables(DEFAULT_THEME)[theme]['--mantine-color-beacon-light-hover'];
    expect(hovered).toBe('var(--varde-accent-soft)');
  });

  it('the notice that there is no contact is readable', () => {
    expect(contrast(of('text'), of('surface'))).toBeGreaterThanOrEqual(7);
  });
});

it('no part names a shade of a colour, which the variant "light" would render solid: red on red', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const shaded = files.filter((file) =>
    /\bcolor(=|: ?)(\{[^}]*)?["']\w+\.\d["']/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(shaded).toEqual([]);
});

it('every token that a part uses exists: an unknown one is no colour at all', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx?)$/.test(file));
  const text = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
  const namesIn = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name));
  const declared = namesIn(/(--varde-[\w-]+)['"]?:/g);
  expect([...namesIn(/var\((--varde-[\w-]+)[,)]/g)].filter((name) => !declared.has(name))).toEqual([]);
  expect(declared.size).toBeGreaterThan(40);
});
