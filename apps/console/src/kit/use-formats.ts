import { useTranslation } from 'react-i18next';
import { type TimeFormats, timeFormats } from '#ui/time-format.ts';

/** Times and numbers in the language of the console. */
export function useFormats(): TimeFormats {
  const { i18n } = useTranslation();
  return timeFormats(i18n.language);
}
