import { Button } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTabMemory } from '#data/tab-memory.ts';
import { DeviceCards } from './device-cards.tsx';
import { DeviceListPage, type DeviceListPageProps } from './device-list-page.tsx';
import styles from './family.module.css';

const icons = { cards: IconLayoutGrid, table: IconTable };

/** The devices of a private user: cards, or the table that all other users have. The browser remembers the choice. */
export function FamilyPage(props: DeviceListPageProps) {
  const { t } = useTranslation();
  const { recall, onOpen } = useTabMemory('/vardes');
  const [shown, setShown] = useState<keyof typeof icons>(recall() === 'table' ? 'table' : 'cards');
  const other = shown === 'cards' ? 'table' : 'cards';
  const Icon = icons[other];
  return (
    <div className={styles.page} data-shown={shown}>
      <div className={styles.bar}>
        {shown === 'cards' && <h1 className={styles.title}>{t('devices.title')}</h1>}
        <Button
          variant="default"
          className={styles.choice}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => {
            onOpen(other);
            setShown(other);
          }}
        >
          {t(`family.show.${other}`)}
        </Button>
      </div>
      {shown === 'cards' ? <DeviceCards {...props} /> : <DeviceListPage {...props} />}
    </div>
  );
}
