import { parseArgs } from 'node:util';
import { mutateFolders } from './mutation/by-folder.ts';
import { mutateStatements } from './mutation/by-statement.ts';

/**
 * `npm run mutate -- FOLDER…`: plants small bugs into the sources there, in a copy and one at a time, and lists the
 * survivors. Ends with 1 when fewer than 90 % are noticed.
 *
 * `--changed` takes the sources that differ from main; `--sample 100 --seed 2` tries 100 of the bugs; `--tests FOLDER`
 * runs the tests of this folder only (by default every test that imports the sources, nearest first).
 *
 * `npm run mutate -- --statements [C2.14,D4.031]`: for each statement of the specification, or for these or those of
 * these areas, one bug in the code that its own tests run, tried with these tests alone. Ends with 1 when fewer than
 * 98 % are noticed. `--sample 50 --seed 2` tries 50 of the statements.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    statements: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true },
  },
});
const sample = values.sample === undefined ? undefined : Number(values.sample);
const seed = Number(values.seed);

const isEnough = values.statements
  ? await mutateStatements(
      positionals.flatMap((names) => names.split(',')),
      sample,
      seed,
    )
  : await mutateFolders(positionals, { ...values, sample, seed });
process.exitCode = isEnough ? 0 : 1;
