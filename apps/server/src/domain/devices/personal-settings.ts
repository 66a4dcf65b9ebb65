import { vocabulary } from '@varde/catalogue/settings/vocabulary';

/** Settings about the wearer, by key: those with numbers or texts, and how other systems hear of the alarms. */
export const personalSettings: readonly string[] = vocabulary
  .filter(({ kind, group }) => kind === 'phone' || kind === 'text' || group === 'integration')
  .map(({ key }) => key);
