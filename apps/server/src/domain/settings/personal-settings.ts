import { vocabulary } from '@varde/catalogue/settings/vocabulary';

/**
 * Settings about the wearer, by key: those with numbers or texts, how other systems hear of the alarms, and those that say
 * so themselves.
 */
export const personalSettings: readonly string[] = vocabulary
  .filter(({ kind, group, ofWearer }) => ofWearer || kind === 'phone' || kind === 'text' || group === 'integration')
  .map(({ key }) => key);
