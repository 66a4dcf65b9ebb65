import { useTranslation } from 'react-i18next';

/** Choices beyond this number are counted instead of named (specification 1, section 9). */
const named = 2;

/** What is chosen: the names of two, or how many; `none`: the text without a choice. */
export function useChosenText(names: readonly string[], none: string): string {
  const { t } = useTranslation();
  return names.length > named ? t('common.chosenCount', { count: names.length }) : names.join(', ') || none;
}
