import { useInfiniteQuery } from '@tanstack/react-query';
import type { MessageChannel } from '@varde/contract/event-setup-form';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { pagesQuery } from '#data/api/pages-query.ts';
import { OutboxList } from './outbox-list.tsx';
import { refreshMs } from './refresh.ts';
import { showText } from './show-text.tsx';

function useMessages(channel: MessageChannel) {
  return useInfiniteQuery({
    ...pagesQuery('listOutboxMessages', { query: { channel } }),
    refetchInterval: refreshMs,
  });
}

/** SMS, calls or push messages. */
export function Messages({ channel }: { channel: MessageChannel }) {
  const { t } = useTranslation();
  const list = useMessages(channel);
  const pages = list.data?.pages ?? [];
  return (
    <OutboxList
      channel={channel}
      list={list}
      readable={pages.every(({ provider }) => !provider)}
      rows={pages
        .flatMap(({ messages }) => messages)
        .map(({ smsId, about, ...message }) => ({
          ...{ ...message, id: smsId, subject: t(`outbox.about.${about}`) },
          onRead: () => void showMessage(smsId),
        }))}
    />
  );
}

const showMessage = (smsId: number): Promise<void> =>
  showText(async () => {
    const { recipient, text } = await call('readOutboxMessage', { params: { smsId } });
    return { title: i18next.t('outbox.to', { recipient }), text };
  });
