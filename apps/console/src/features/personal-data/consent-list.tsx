import { consentKinds } from '@varde/catalogue/consent-kinds';
import type { Consent } from '@varde/contract/personal-data';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import styles from '#ui/panes.module.css';

/** The present consent of each kind, with earlier ones. */
export function ConsentList({ consents }: { consents: readonly Consent[] }) {
  const { t } = useTranslation();
  const said = consentKinds
    .map(({ key }) => ({ key, history: consents.filter(({ kind }) => kind === key) }))
    .filter(({ history }) => history.length > 0);
  if (said.length === 0) return <p className={styles.facts}>{t('personalData.noConsents')}</p>;
  return (
    <ul className={styles.chips}>
      {said.map(({ key, history }) => (
        <li key={key} className={styles.chip}>
          <ConsentHistory title={t(`personalData.kinds.${key}`)} history={history} />
        </li>
      ))}
    </ul>
  );
}

function ConsentHistory({ title, history }: { title: string; history: readonly Consent[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [latest, ...earlier] = history;
  if (latest === undefined) return null;
  const saidOn = ({ state, saidAt }: Consent) =>
    t('personalData.saidOn', { state: t(`personalData.said.${state}`), date: formats.day(saidAt) });
  const recorded = t('personalData.recorded', {
    date: formats.dayAndClock(latest.recordedAt),
    name: latest.recordedBy ?? t('personalData.formerUser'),
  });
  return (
    <div>
      <strong>{title}</strong> · {saidOn(latest)}
      <p className={styles.facts}>{[recorded, latest.note].filter(Boolean).join(' · ')}</p>
      {earlier.length > 0 && (
        <p className={styles.facts}>{t('personalData.before', { history: earlier.map(saidOn).join(', ') })}</p>
      )}
    </div>
  );
}
