import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsQuery } from './live/alarms-query.ts';

/** The page's title in the browser's tab; with open alarms both the title and the icon say so. */
export function PageTitle({ text }: { text: string }) {
  const { t } = useTranslation();
  const { data: open = 0 } = useQuery({
    ...alarmsQuery,
    select: ({ alarms }) => alarms.filter((alarm) => alarm.state !== 'reset').length,
  });
  const alarming = open > 0;
  useEffect(() => {
    const icon = document.getElementById('favicon');
    icon?.setAttribute('href', alarming ? '/favicon-alarm.svg' : '/favicon.svg');
  }, [alarming]);
  return (
    <title>
      {alarming ? t('common.titleAlarming', { count: open, page: text }) : t('common.title', { page: text })}
    </title>
  );
}
