import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './generated-pages.ts';
import { migrationList, readMigrations, withNewMigrations } from './migration-list.ts';

/**
 * Writes the reference pages that are made from the source, and adds new migrations to their list. A test fails when one
 * of them is out of date.
 */
const list = existsSync(migrationList) ? readFileSync(migrationList, 'utf8') : '';
writeFileSync(migrationList, withNewMigrations(list, readMigrations()));
for (const [file, page] of Object.entries(generatedPages))
  writeFileSync(join(import.meta.dirname, '../docs', file), page());
