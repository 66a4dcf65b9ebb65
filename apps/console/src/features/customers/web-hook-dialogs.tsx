import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@varde/contract/endpoint';
import { type WebHookEvent, webHookEvents } from '@varde/contract/web-hook-form';
import type { addWebHook, listWebHooks, WebHook } from '@varde/contract/web-hooks';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { SecretOnce } from '#kit/form/secret-once.tsx';
import { notifyDone } from '#kit/state/notify.ts';

/** Opens the dialog that adds a web hook, and shows its secret, which cannot be shown again. */
export function useNewWebHook(custId: number): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async () => {
    const added = await openDialog<CallOutput<typeof addWebHook>>({
      title: t('webHooks.add'),
      content: (close) => (
        <WebHookForm
          stored={{ url: 'https://', events: webHookEvents }}
          proceed={t('common.add')}
          save={(body) => call('addWebHook', { params: { custId }, body })}
          onDone={close}
        />
      ),
    });
    if (added === undefined) return;
    notifyDone(t('webHooks.added'));
    void cache.invalidateQueries({ queryKey: queryKey('listWebHooks', { params: { custId } }) });
    await openDialog<void>({
      title: t('webHooks.secret'),
      content: (close, keepOpen) => (
        <SecretOnce
          secret={added.secret}
          label={t('webHooks.secret')}
          help={t('webHooks.secretHelp')}
          copy={t('webHooks.copy')}
          copied={t('webHooks.copied')}
          keepOpen={keepOpen}
          onDone={() => close()}
        />
      ),
    });
  };
}

/** Asks for the address and the events of a web hook. Resolves to `undefined` when it was cancelled. */
export const changeWebHook = (custId: number, { hookId, ...stored }: WebHook) =>
  openDialog<CallOutput<typeof listWebHooks>>({
    title: i18next.t('webHooks.editTitle'),
    content: (close) => (
      <WebHookForm
        stored={stored}
        proceed={i18next.t('common.save')}
        save={(body) => call('changeWebHook', { params: { custId, hookId }, body })}
        onDone={close}
      />
    ),
  });

interface WebHookFormProps<Saved> {
  stored: { url: string; events: readonly WebHookEvent[] };
  /** On the button that saves. */
  proceed: string;
  save: (body: { url: string; events: WebHookEvent[] }) => Promise<Saved>;
  onDone: (saved?: Saved) => void;
}

function WebHookForm<Saved>({ stored, proceed, save, onDone }: WebHookFormProps<Saved>) {
  const { t } = useTranslation();
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const [url, setUrl] = useState(stored.url);
  const [events, setEvents] = useState(stored.events);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (events.length === 0) return setErrors({ events: t('webHooks.eventsMissing') });
    const saved = await submit(() => save({ url, events: [...events] }));
    if (saved) onDone(saved);
  }
  return (
    <form onSubmit={onSubmit} noValidate>
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
              <Checkbox key={event} value={event} label={t(`timeline.told.${event}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {proceed}
        </DialogButtons>
      </Stack>
    </form>
  );
}
