import { vocabulary } from '@varde/catalogue/settings/vocabulary';

/**
 * Settings about the wearer, by key: those with numbers or texts, how other systems hear of the alarms, and those that say
 * so themselves. A password is the device's own, which keeps it.
 */
export const personalSettings: readonly string[] = vocabulary
  .filter(
    ({ kind, group, ofWearer, secret }) =>
      ofWearer || group === 'integration' || (['phone', 'phones', 'text'].includes(kind) && !secret),
  )
  .map(({ key }) => key);
