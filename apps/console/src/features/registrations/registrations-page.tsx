import { IconBuildingPlus, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WaitingRegistration } from '@varde/contract/registration-decisions';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { BackToList } from '#kit/back-to-list.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { RegistrationPanel } from './registration-panel.tsx';
import { useWaitingPages } from './use-waiting-pages.ts';

interface RegistrationsPageProps {
  registrationId: number | null;
  /** Null: closes the chosen registration. */
  onChoose: (registrationId: number | null) => void;
}

/** Firms that wait for a decision, beside the chosen one. */
export function RegistrationsPage({ registrationId, onChoose }: RegistrationsPageProps) {
  const { t } = useTranslation();
  const list = useWaitingPages();
  const { data: config } = useQuery(apiQuery('getConfig', {}));
  const title = useRef<HTMLHeadingElement>(null);
  const rows = list.data?.pages.flatMap(({ registrations }) => registrations) ?? [];
  const chosen = rows.find((each) => each.registrationId === registrationId);
  function leave() {
    onChoose(null);
    title.current?.focus(); // the focused element was removed with the firm
  }
  return (
    <div className={styles.page} data-chosen={registrationId === null ? undefined : ''}>
      <PageTitle text={t('registrations.title')} />
      <header className={styles.toolbar}>
        <h1 className={styles.title} tabIndex={-1} ref={title}>
          {t('registrations.title')}
        </h1>
        {config && <p className={styles.facts}>{t(`registrations.intro.${config.registration}`)}</p>}
      </header>
      <BackToList name={t('registrations.title')} onBack={() => onChoose(null)} />
      {!list.data && <LoadState error={list.error} onRetry={list.refetch} height={200} />}
      {list.data && rows.length === 0 && registrationId === null && (
        <StatePanel
          icon={<IconCircleCheck size={26} />}
          title={t('registrations.none')}
          body={t('registrations.noneHelp')}
        />
      )}
      {list.data && (rows.length > 0 || registrationId !== null) && (
        <div className={styles.panes}>
          <section className={styles.tree} aria-label={t('registrations.list')}>
            <WaitingList rows={rows} chosen={registrationId} onChoose={onChoose} />
            <MoreButton list={list} />
          </section>
          {chosen === undefined ? (
            <NothingChosen isGone={registrationId !== null} />
          ) : (
            <RegistrationPanel key={chosen.registrationId} registration={chosen} onDecided={leave} />
          )}
        </div>
      )}
    </div>
  );
}

interface WaitingListProps {
  rows: readonly WaitingRegistration[];
  chosen: number | null;
  onChoose: (registrationId: number) => void;
}

function WaitingList({ rows, chosen, onChoose }: WaitingListProps) {
  return (
    <ul className={styles.branch}>
      {rows.map(({ registrationId, firmName, orgNumber, confirmedAt }) => (
        <li key={registrationId}>
          <button
            type="button"
            className={styles.node}
            aria-current={registrationId === chosen ? 'true' : undefined}
            onClick={() => onChoose(registrationId)}
          >
            <span className={styles.name}>{firmName}</span>
            <span className={styles.second}>
              {orgNumber} · <RelativeTime time={confirmedAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function NothingChosen({ isGone }: { isGone: boolean }) {
  const { t } = useTranslation();
  return (
    <StatePanel
      icon={<IconBuildingPlus size={26} />}
      title={t(isGone ? 'registrations.gone' : 'registrations.choose')}
      body={t(isGone ? 'registrations.goneHelp' : 'registrations.chooseHelp')}
    />
  );
}
