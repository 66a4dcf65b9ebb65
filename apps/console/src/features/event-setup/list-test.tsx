import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MessageState } from '@varde/catalogue/message-states';
import type { EventSetupTest, Receiver } from '@varde/contract/event-setup';
import { channelRules } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { wayText } from '#domain/event-setup/channel-texts.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './list-test.module.css';

/** While a message is on its way, its state changes without the user; a provider may never report on it. */
const lookAgainMs = 2000;
const mostLooks = 150;

type Message = EventSetupTest['messages'][number];

const isUnderWay = ({ state, channel }: Message): boolean =>
  state === 'queued' || (state === 'sent' && channelRules[channel].arrives !== 'sent');

interface ListTestProps {
  deviId: number;
  /** Of the list as it is stored. */
  receivers: readonly Receiver[];
  /** The list is being changed. */
  unsaved: boolean;
  maySend: boolean;
}

/** Tries out the notification list of a device, and shows what became of each message of the latest test. */
export function ListTest({ deviId, receivers, unsaved, maySend }: ListTestProps) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const params = { deviId };
  const query = apiQuery('getEventSetupTest', { params });
  const { data: test } = useQuery({
    ...query,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.messages.some(isUnderWay) && dataUpdateCount < mostLooks ? lookAgainMs : false,
  });
  const told = receivers.filter(({ leftOut }) => leftOut === null);
  async function onSend() {
    const names = new Intl.ListFormat(i18n.language).format(told.map(({ name }) => name));
    const sure = await confirm({
      title: t('eventSetup.testTitle', { count: told.length }),
      body: t('eventSetup.testBody', { names }),
      cancel: t('common.cancel'),
      proceed: t('eventSetup.testSend'),
    });
    if (!sure) return;
    const sent = await submit(() => call('sendEventSetupTest', { params }));
    if (sent === undefined) return;
    cache.setQueryData(query.queryKey, sent);
    notifyDone(t('eventSetup.testSent'));
  }
  return (
    <section className={styles.section} aria-labelledby="event-setup-test">
      <h3 id="event-setup-test" className={styles.title}>
        {t('eventSetup.test')}
      </h3>
      <p className={styles.dim}>{t('eventSetup.testHelp')}</p>
      {maySend && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={unsaved || told.length === 0}
            loading={busy}
            onClick={() => void onSend()}
          >
            {t('eventSetup.testSend')}
          </Button>
          {unsaved && <span className={styles.dim}>{t('eventSetup.testUnsaved')}</span>}
        </Group>
      )}
      <Failure text={failure} />
      {test !== undefined && test.sentAt !== null && (
        <>
          <h4 id="event-setup-last-test" className={styles.when}>
            {t('eventSetup.testAt', { time: formats.exact(test.sentAt) })}
          </h4>
          <ul className={styles.rows} aria-labelledby="event-setup-last-test">
            {test.messages.map((message) => (
              <MessageRow key={message.testId} message={message} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const icons: Record<MessageState, typeof IconClock> = {
  queued: IconClock,
  inDoubt: IconClock,
  sent: IconCheck,
  delivered: IconCheck,
  failed: IconAlertTriangle,
  givenUp: IconAlertTriangle,
  withdrawn: IconAlertTriangle,
};

function MessageRow({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { name, channel, recipient, state, reason, leftOut } = message;
  const Icon = icons[state];
  const states = channel === 'call' ? 'callStates' : 'testStates';
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <strong>{name}</strong>
        <span className={styles.dim}>
          {leftOut === null ? wayText(t, channel, recipient) : t(`eventSetup.leftOut.${leftOut}`)}
        </span>
        {reason !== null && reason !== 'withdrawn' && (
          <span className={styles.dim}>{reason === 'noBrowser' ? t('eventSetup.testNoBrowser') : reason}</span>
        )}
      </div>
      <span className={styles.state} data-state={state} role="status">
        <Icon size={16} aria-hidden />{' '}
        <span>{leftOut === null ? t(`eventSetup.${states}.${state}`) : t('eventSetup.testLeftOut')}</span>
      </span>
    </li>
  );
}
