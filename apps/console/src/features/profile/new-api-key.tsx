import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { longestKeyName } from '@varde/contract/api-key-limits';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DateField } from '#kit/form/date-field.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { SecretOnce } from '#kit/form/secret-once.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { endOfDay } from '#ui/day.ts';

interface NewKey {
  name: string;
  key: string;
}

/** Asks for the name and the end of a new key, and shows the key, which cannot be shown again. */
export async function createKey(onCreated: () => void): Promise<void> {
  const created = await openDialog<NewKey>({
    title: i18next.t('apiKeys.create'),
    content: (close) => <NewKeyForm onDone={close} />,
  });
  if (created === undefined) return;
  notifyDone(i18next.t('apiKeys.created'));
  onCreated();
  await openDialog<void>({
    title: i18next.t('apiKeys.newKey', { name: created.name }),
    content: (close, keepOpen) => (
      <SecretOnce
        secret={created.key}
        label={i18next.t('apiKeys.key')}
        help={i18next.t('apiKeys.keep')}
        warning={i18next.t('apiKeys.warning')}
        copy={i18next.t('apiKeys.copy')}
        copied={i18next.t('apiKeys.copied')}
        keepOpen={keepOpen}
        onDone={() => close()}
      />
    ),
  });
}

function NewKeyForm({ onDone }: { onDone: (created?: NewKey) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const [password, setPassword] = useState('');
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = name.trim();
    if (typed === '') return setErrors({ name: typed });
    const body = { name: typed, expiresAt: endOfDay(day), password };
    const created = await submit(() => call('createApiKey', { body }));
    if (created) onDone({ name: typed, key: created.key });
  }
  const wrong = (path: string, text: string) => path in errors && text;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('apiKeys.name')}
          description={t('apiKeys.nameHelp')}
          required
          maxLength={longestKeyName}
          value={name}
          error={wrong('name', t('apiKeys.nameMissing', { count: longestKeyName }))}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <DateField
          label={t('apiKeys.expiresAt')}
          description={t('apiKeys.expiresAtHelp')}
          value={day}
          error={wrong('expiresAt', t('apiKeys.expiresAtWrong'))}
          onChange={setDay}
        />
        <PasswordInput
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          required
          value={password}
          error={wrong('password', t('profile.passwordFaults.wrong'))}
          visibilityToggleButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('apiKeys.submit')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
