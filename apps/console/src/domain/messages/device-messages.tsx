import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { messageForm, messageLength } from '@varde/contract/forms';
import type { Message } from '@varde/contract/messages';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useLiveMessages } from '#data/live/live-messages.ts';
import { useDraft } from '#data/use-draft.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { LoadState } from '../errors/load-state.tsx';
import { useFormSubmit } from '../errors/use-submit.ts';
import styles from './device-messages.module.css';

/** A box for a new message to a device, above the earlier messages. */
export function DeviceMessages({ device }: { device: ListedDevice }) {
  const { t } = useTranslation();
  const input = { params: { deviId: device.deviId } };
  const refetchInterval = useLiveMessages(device.deviId);
  const { data, error, refetch } = useQuery({ ...apiQuery('getMessages', input), refetchInterval });
  return (
    <Stack gap="sm">
      <NewMessage device={device} />
      {!data && <LoadState error={error} onRetry={refetch} height={80} />}
      {data?.messages.length === 0 && <Text size="sm">{t('messages.none')}</Text>}
      {data && data.messages.length > 0 && <MessageList messages={data.messages} />}
    </Stack>
  );
}

function NewMessage({ device: { deviId, connected } }: { device: ListedDevice }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [text, setText] = useDraft(`message-${deviId}`, '');
  const parsed = messageForm.safeParse({ message: text });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!parsed.success) return;
    const input = { params: { deviId } };
    const sent = await submit(() => call('sendMessage', { ...input, body: parsed.data }));
    if (sent === undefined) return;
    setText((now) => (now === text ? '' : now)); // the next one may have been begun meanwhile
    await cache.invalidateQueries({ queryKey: queryKey('getMessages', input) });
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('messages.label')}
          description={connected ? undefined : t('messages.away')}
          value={text}
          maxLength={messageLength}
          error={errors.message}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {t('messages.left', { count: messageLength - text.length })}
          </Text>
          <SteadyButton type="submit" variant="default" loading={busy} disabled={!parsed.success}>
            {t('messages.send')}
          </SteadyButton>
        </Group>
        <Failure text={failure} />
      </Stack>
    </form>
  );
}

function MessageList({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ul className={styles.list} aria-label={t('messages.list')} aria-live="polite">
      {messages.map(({ messageId, message, created, status }) => (
        <li key={messageId}>
          <span className={styles.text}>{message}</span>
          <span className={styles.facts}>
            {formats.dayAndClock(created)} · {t(`messages.statuses.${status}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
