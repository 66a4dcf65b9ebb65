import { coverageList } from './coverage/list.ts';
import { readProofs } from './coverage/proofs.ts';
import { areasOf, readStatements } from './coverage/statements.ts';

/** `npm run coverage -- C2.14`: the statement and the tests that prove it; of an area, or without a name of all. */

const [name] = process.argv.slice(2);
const statements = readStatements();
const list = coverageList(name, statements, readProofs());
if (list === undefined) {
  console.error(`no statement or area ${name}; the areas are ${areasOf(statements).join(', ')}`);
  process.exitCode = 1;
} else {
  console.log(list);
}
