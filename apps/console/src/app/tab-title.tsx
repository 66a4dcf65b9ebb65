import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useContact } from '#data/live/contact.ts';
import { usePageTitle } from '#kit/page-title.tsx';

/** The title and icon of the browser's tab: they show open alarms and a lost connection while another tab is active. */
export function TabTitle({ alarmCount }: { alarmCount: number }) {
  const { t } = useTranslation();
  const contact = useContact().state;
  const page = usePageTitle();
  const icon = contact === 'none' ? 'offline' : alarmCount > 0 ? 'alarm' : null;
  useEffect(() => {
    const href = icon === null ? '/favicon.svg' : `/favicon-${icon}.svg`;
    document.getElementById('favicon')?.setAttribute('href', href);
  }, [icon]);
  const named = page === '' ? 'Varde' : t('common.title', { page });
  const title = alarmCount > 0 ? t('common.titleAlarming', { count: alarmCount, title: named }) : named;
  return <title>{contact === 'none' ? t('common.titleNoContact', { title }) : title}</title>;
}
