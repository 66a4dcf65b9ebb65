import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage } from '../apps/server/src/configuration-page.ts';

/** Writes the reference pages that are made from the source. A test fails when one of them is out of date. */
writeFileSync(join(import.meta.dirname, '../docs/configuration.md'), configurationPage());
