import { useInfiniteQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { pagesQuery } from '#data/api/pages-query.ts';
import { OutboxList } from './outbox-list.tsx';
import { refreshMs } from './refresh.ts';
import { showText } from './show-text.tsx';

function useMails() {
  return useInfiniteQuery({ ...pagesQuery('listOutbox', { query: {} }), refetchInterval: refreshMs });
}

export function Mails() {
  const { t } = useTranslation();
  const list = useMails();
  const pages = list.data?.pages ?? [];
  return (
    <OutboxList
      channel="email"
      list={list}
      readable={pages.every(({ mailServer }) => !mailServer)}
      rows={pages
        .flatMap(({ mails }) => mails)
        .map(({ mailId, subject, lastError, ...mail }) => ({
          ...{ ...mail, id: mailId, reason: lastError, subject: subject ?? t('outbox.unknownMail') },
          onRead: () => void showMail(mailId, mail.recipient),
        }))}
    />
  );
}

/** Text only: a mail's HTML has inline styles, which the console's content security policy blocks. */
const showMail = (mailId: number, recipient: string): Promise<void> =>
  showText(async () => {
    const { subject, text } = await call('readMail', { params: { mailId } });
    return { title: subject, to: i18next.t('outbox.to', { recipient }), text };
  });
