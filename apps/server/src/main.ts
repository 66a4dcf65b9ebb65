import { run } from './cli/run.ts';

process.exitCode = await run(process.argv.slice(2));
