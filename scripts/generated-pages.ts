import { configurationPage } from '../apps/server/src/configuration-page.ts';
import { coveragePage } from './coverage/page.ts';
import { readProofs } from './coverage/proofs.ts';
import { readStatements } from './coverage/statements.ts';
import { hardwarePage } from './hardware-page.ts';
import { settingsPage } from './settings-page.ts';

/** The pages in docs/ that are made from the source, by file name. */
export const generatedPages: Readonly<Record<string, () => string>> = {
  'configuration.md': configurationPage,
  'coverage.md': () => coveragePage(readStatements(), readProofs()),
  'hardware.md': hardwarePage,
  'settings.md': settingsPage,
};
