import { vocabulary } from '@varde/catalogue/settings/vocabulary';

/** Settings with numbers or texts of the wearer, by key. */
export const personalSettings: readonly string[] = vocabulary
  .filter(({ kind }) => kind === 'phone' || kind === 'text')
  .map(({ key }) => key);
