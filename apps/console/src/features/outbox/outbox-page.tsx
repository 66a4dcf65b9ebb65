import { SegmentedControl } from '@mantine/core';
import { messageChannels } from '@varde/contract/event-setup-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#kit/page-title.tsx';
import { Mails } from './mails.tsx';
import { Messages } from './messages.tsx';
import styles from './outbox-page.module.css';

const channels = ['email', ...messageChannels] as const;

/** Delivery state of the messages of each channel; without its provider they are read here. */
export function OutboxPage() {
  const { t } = useTranslation();
  const [channel, setChannel] = useState<(typeof channels)[number]>('email');
  return (
    <div className={styles.page}>
      <PageTitle text={t('outbox.title')} />
      <h1 className={styles.title}>{t('outbox.title')}</h1>
      <p className={styles.intro}>{t('outbox.intro')}</p>
      <SegmentedControl
        aria-label={t('outbox.channel')}
        value={channel}
        onChange={(value) => setChannel(channels.find((each) => each === value) ?? 'email')}
        data={channels.map((value) => ({ value, label: t(`outbox.channels.${value}`) }))}
      />
      {channel === 'email' ? <Mails /> : <Messages key={channel} channel={channel} />}
    </div>
  );
}
