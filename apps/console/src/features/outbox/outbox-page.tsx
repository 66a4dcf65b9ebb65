import { SegmentedControl } from '@mantine/core';
import { type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#kit/page-title.tsx';
import { OutboxList } from './outbox-list.tsx';
import styles from './outbox-page.module.css';

/** Mails first: they are there without any alarm. */
const channels = ['email', ...receiverChannels.filter((channel) => channel !== 'email')] as const;

/** Delivery state of the messages of each channel; without its provider they are read here. */
export function OutboxPage() {
  const { t } = useTranslation();
  const [channel, setChannel] = useState<ReceiverChannel>('email');
  return (
    <div className={styles.page}>
      <PageTitle text={t('outbox.title')} />
      <h1 className={styles.title}>{t('outbox.title')}</h1>
      <p className={styles.intro}>{t('outbox.intro')}</p>
      <SegmentedControl
        aria-label={t('outbox.channel')}
        value={channel}
        onChange={setChannel}
        data={channels.map((value) => ({ value, label: t(`outbox.channels.${value}`) }))}
      />
      <OutboxList key={channel} channel={channel} />
    </div>
  );
}
