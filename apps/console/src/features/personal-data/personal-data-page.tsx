import { Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BackToList } from '#kit/back-to-list.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import type { Chosen } from './chosen.ts';
import { FoundList } from './found-list.tsx';
import { UserPanel } from './user-panel.tsx';
import { WearerPanel } from './wearer-panel.tsx';

interface PersonalDataPageProps {
  search: string;
  chosen: Chosen | null;
  onSearch: (search: string) => void;
  onChoose: (chosen: Chosen | null) => void;
}

/** Personal data: consents, export as a file, and erasure. */
export function PersonalDataPage({ search, chosen, onSearch, onChoose }: PersonalDataPageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.page} data-chosen={chosen === null ? undefined : ''}>
      <PageTitle text={t('personalData.title')} />
      <header className={styles.toolbar}>
        <h1 className={styles.title}>{t('personalData.title')}</h1>
        <SearchInput
          className={styles.search}
          value={search}
          onChange={onSearch}
          label={t('personalData.search')}
          placeholder={t('personalData.searchPlaceholder')}
          shortcut
        />
      </header>
      <BackToList name={t('personalData.title')} onBack={() => onChoose(null)} />
      <div className={styles.panes}>
        <section className={styles.tree} aria-label={t('personalData.found')}>
          <Text className={styles.facts} p={8}>
            {t('personalData.intro')}
          </Text>
          <FoundList search={search} chosen={chosen} onChoose={onChoose} />
        </section>
        <ChosenPanel chosen={chosen} onGone={() => onChoose(null)} />
      </div>
    </div>
  );
}

function ChosenPanel({ chosen, onGone }: { chosen: Chosen | null; onGone: () => void }) {
  const { t } = useTranslation();
  if (chosen === null)
    return (
      <StatePanel
        icon={<IconShieldLock size={26} />}
        title={t('personalData.choose')}
        body={t('personalData.chooseHelp')}
      />
    );
  return chosen.kind === 'user' ? (
    <UserPanel key={chosen.id} userId={chosen.id} onGone={onGone} />
  ) : (
    <WearerPanel key={chosen.id} deviId={chosen.id} />
  );
}
