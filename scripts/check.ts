import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, run } from './run.ts';

/**
 * `npm run check`: format, lint, types, boundaries, dead code and unit tests. Prints failures only. `--without-tests`
 * leaves the tests to `npm test`, which counts them.
 */

/**
 * Three programs for all code: a program for each folder would check what it imports again. So does each of the four
 * checkers that tsc uses by itself: one takes half of their processor time, and other steps run beside it.
 */
const projects = ['apps/console', 'tsconfig.dom.json', 'tsconfig.json'];

/** What the tools keep of a check: the next one looks again at what has changed, and at what depends on it. */
const cache = join(root, 'node_modules/.cache');
const deadCode = (folder: string) => ['--no-progress', '--cache', '--cache-location', join(cache, folder)];
const typeCheck = (project: string) => [
  ...['--noEmit', '--checkers', '1', '-p', project],
  ...['--incremental', '--tsBuildInfoFile', join(cache, `tsc/${project.replace('/', '-')}.tsbuildinfo`)],
];

const steps: [name: string, command: string, args: string[]][] = [
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
  ...projects.map((project): [string, string, string[]] => [`types ${project}`, 'tsc', typeCheck(project)]),
  [
    'boundaries',
    'depcruise',
    [
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
      ...['packages', 'apps', 'testing', 'scripts', 'bench', 'e2e'],
    ],
  ],
  ['dead code', 'knip', deadCode('knip')],
  ['dead product code', 'knip', [...deadCode('knip-production'), '--production', '--config', 'knip.production.jsonc']],
];
if (!process.argv.includes('--without-tests')) {
  // These tests do not wait: more workers than processors only load the same modules once more.
  const workers = `--maxWorkers=${availableParallelism()}`;
  steps.push(['unit tests', 'vitest', ['run', '--project', 'unit', '--project', 'console*', workers]]);
}

const failed: string[] = [];
const queue = [...steps];
const start = performance.now();

async function worker(): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const [name, command, args] = step;
    const { code, output, seconds } = await run(command, args);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
    if (code === 0) continue;
    failed.push(name);
    console.log(output);
  }
}
await Promise.all([worker(), worker()]);

console.log(
  `${((performance.now() - start) / 1000).toFixed(1)} s. ${failed.length === 0 ? 'All is well.' : `Failed: ${failed.join(', ')}.`}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
