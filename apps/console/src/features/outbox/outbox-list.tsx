import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { OutboxTable } from './outbox-table.tsx';

/** There is no live topic for the outbox. */
const refreshMs = 10_000;

/** The messages of a channel, and what is missing for them to leave. */
export function OutboxList({ channel }: { channel: ReceiverChannel }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery({
    ...pagesQuery('listOutbox', { query: { channel } }),
    refetchInterval: refreshMs,
  });
  if (!list.isSuccess) return <LoadState error={list.error} onRetry={list.refetch} height={200} />;
  const { pages } = list.data;
  const messages = pages.flatMap((page) => page.messages);
  const readable = pages.every(({ provider }) => !provider);
  return (
    <>
      {readable && (
        <Alert variant="default" icon={<IconMail size={18} aria-hidden />}>
          {t(`outbox.noProvider.${channel}`)}
        </Alert>
      )}
      {messages.length === 0 ? (
        <StatePanel
          icon={<IconMail size={26} />}
          title={t(`outbox.none.${channel}`)}
          body={t(`outbox.noneHelp.${channel}`)}
        />
      ) : (
        <OutboxTable messages={messages} readable={readable} />
      )}
      <MoreButton list={list} />
    </>
  );
}
