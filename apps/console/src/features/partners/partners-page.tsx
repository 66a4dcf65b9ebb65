import { IconHeartHandshake } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Partner } from '@varde/contract/partners';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { BackToList } from '#kit/back-to-list.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { PartnerPanel } from './partner-panel.tsx';

interface PartnersPageProps {
  custId: number | null;
  /** Null: closes the chosen partner. */
  onChoose: (custId: number | null) => void;
}

/** The partners that the user may see, beside the chosen one. */
export function PartnersPage({ custId, onChoose }: PartnersPageProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(pagesQuery('listPartners', { query: {} }));
  const rows = list.data?.pages.flatMap(({ partners }) => partners) ?? [];
  const chosen = rows.find((each) => each.custId === custId);
  return (
    <div className={styles.page} data-chosen={custId === null ? undefined : ''}>
      <PageTitle text={t('partners.title')} />
      <header className={styles.toolbar}>
        <h1 className={styles.title}>{t('partners.title')}</h1>
      </header>
      <BackToList name={t('partners.title')} onBack={() => onChoose(null)} />
      {!list.data && <LoadState error={list.error} onRetry={list.refetch} height={200} />}
      {list.data && rows.length === 0 && (
        <StatePanel icon={<IconHeartHandshake size={26} />} title={t('partners.none')} body={t('partners.noneHelp')} />
      )}
      {rows.length > 0 && (
        <div className={styles.panes}>
          <section className={styles.tree} aria-label={t('partners.list')}>
            <PartnerList rows={rows} chosen={custId} onChoose={onChoose} />
            <MoreButton list={list} />
          </section>
          {chosen === undefined ? (
            <StatePanel
              icon={<IconHeartHandshake size={26} />}
              title={t(custId === null ? 'partners.choose' : 'partners.gone')}
              body={t(custId === null ? 'partners.chooseHelp' : 'partners.goneHelp')}
            />
          ) : (
            <PartnerPanel key={chosen.custId} partner={chosen} />
          )}
        </div>
      )}
    </div>
  );
}

interface PartnerListProps {
  rows: readonly Partner[];
  chosen: number | null;
  onChoose: (custId: number) => void;
}

function PartnerList({ rows, chosen, onChoose }: PartnerListProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <ul className={styles.branch}>
      {rows.map(({ custId, firmName, deviceCount }) => (
        <li key={custId}>
          <button
            type="button"
            className={styles.node}
            aria-current={custId === chosen ? 'true' : undefined}
            onClick={() => onChoose(custId)}
          >
            <span className={styles.name}>{firmName}</span>
            <span className={styles.second}>
              {t('partners.facts.deviceCount')}: {number(deviceCount)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
