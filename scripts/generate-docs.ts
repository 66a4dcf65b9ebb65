import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './generated-pages.ts';

/** Writes the reference pages that are made from the source. A test fails when one of them is out of date. */
for (const [file, page] of Object.entries(generatedPages))
  writeFileSync(join(import.meta.dirname, '../docs', file), page());
