import { Button, Checkbox, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@varde/contract/endpoint';
import { type WebHookEvent, webHookEvents } from '@varde/contract/web-hook-form';
import type { addWebHook } from '@varde/contract/web-hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';

type Added = CallOutput<typeof addWebHook>;

/** Opens the dialog that adds a web hook, and shows its secret, which cannot be shown again. */
export function useNewWebHook(custId: number): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async () => {
    const added = await openDialog<Added>({
      title: t('webHooks.add'),
      content: (close) => <NewWebHookForm custId={custId} onDone={close} />,
    });
    if (added === undefined) return;
    notifyDone(t('webHooks.added'));
    void cache.invalidateQueries({ queryKey: queryKey('listWebHooks', { params: { custId } }) });
    await openDialog<void>({
      title: t('webHooks.secret'),
      content: (close) => <Secret secret={added.secret} onDone={() => close()} />,
    });
  };
}

function NewWebHookForm({ custId, onDone }: { custId: number; onDone: (added?: Added) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, setErrors, failure } = useSubmit();
  const [url, setUrl] = useState('https://');
  const [events, setEvents] = useState<readonly WebHookEvent[]>(webHookEvents);
  async function save(event: FormEvent) {
    event.preventDefault();
    if (events.length === 0) return setErrors({ events: t('webHooks.eventsMissing') });
    const body = { url, events: [...events] };
    const added = await submit(() => call('addWebHook', { params: { custId }, body }));
    if (added) onDone(added);
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label={t('webHooks.url')}
          description={t('webHooks.urlHelp')}
          type="url"
          required
          maxLength={500}
          value={url}
          error={errors.url && t('webHooks.urlWrong')}
          onChange={(event) => setUrl(event.currentTarget.value)}
          data-autofocus
        />
        <Checkbox.Group
          label={t('webHooks.events')}
          value={[...events]}
          error={errors.events}
          onChange={(chosen) => setEvents(webHookEvents.filter((event) => chosen.includes(event)))}
        >
          <Stack gap="xs" mt={6}>
            {webHookEvents.map((event) => (
              <Checkbox key={event} value={event} label={t(`webHooks.event.${event}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('common.add')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('webHooks.secretHelp')}</Text>
      <TextInput label={t('webHooks.secret')} value={secret} readOnly data-autofocus />
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              <span aria-live="polite">{t(copied ? 'webHooks.copied' : 'webHooks.copy')}</span>
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
