import { useTranslation } from 'react-i18next';

/** The own words of somebody outside of Varde, in whichever direction they are written. */
export function QuotedWords({ words, className }: { words: string; className?: string | undefined }) {
  const { t } = useTranslation();
  if (words === '') return <span className={className}>{t('timeline.noText')}</span>;
  return (
    <q className={className} dir="auto" translate="no">
      {words}
    </q>
  );
}
