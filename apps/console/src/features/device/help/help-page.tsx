import { List, Text } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#data/api/api-error.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import styles from './help-page.module.css';

interface Topic {
  title: ParseKeys;
  what: ParseKeys;
  points: readonly ParseKeys[];
}

const teamAlert = {
  title: 'teamAlert.title',
  what: 'teamAlert.what',
  points: ['teamAlert.who', 'teamAlert.silent', 'teamAlert.list'],
} as const;

/** By the last part of the address. */
const topics = new Map<string, Topic>(
  Object.entries({
    twins: {
      title: 'twin.help.title',
      what: 'twin.help.what',
      points: ['twin.help.list', 'twin.help.alarms', 'twin.help.note', 'twin.help.swap', 'twin.help.separate'],
    },
    'team-alert': teamAlert,
    'team-alert-watch-five': { ...teamAlert, points: [...teamAlert.points, 'teamAlert.onScreen'] },
  } satisfies Record<string, Topic>),
);

/** Explains something that a page of a device links to. */
export function HelpPage({ topic }: { topic: string }) {
  const { t } = useTranslation();
  const found = topics.get(topic);
  if (found === undefined)
    return <ErrorState page error={new ApiError('notFound')} onRetry={() => location.reload()} />;
  const { title, what, points } = found;
  return (
    <div className={styles.page}>
      <PageTitle text={t(title)} />
      <h1 className={styles.title}>{t(title)}</h1>
      <Text size="sm">{t(what)}</Text>
      <List size="sm" spacing="xs">
        {points.map((point) => (
          <List.Item key={point}>{t(point)}</List.Item>
        ))}
      </List>
    </div>
  );
}
