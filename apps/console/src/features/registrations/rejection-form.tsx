import { Stack, Text, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';

interface RejectionFormProps {
  params: { registrationId: number };
  /** Recipient of the reason. */
  username: string;
  onCancel: () => void;
  onDone: () => void;
}

export function RejectionForm({ params, username, onCancel, onDone }: RejectionFormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useDraft(`rejection-${params.registrationId}`, '');
  const { submit, busy, errors, failure } = useFormSubmit();
  async function send(event: FormEvent) {
    event.preventDefault();
    const body = { reason: reason.replaceAll(/\s+/g, ' ') }; // a paragraph of the mail
    if ((await submit(() => call('rejectRegistration', { params, body }))) !== undefined) onDone();
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack>
        <Text size="sm">{t('registrations.rejectBody', { username })}</Text>
        <Textarea
          rows={3}
          label={t('registrations.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={errors.reason}
          maxLength={500}
          required
          data-autofocus
        />
        <DialogButtons onCancel={onCancel} destructive busy={busy} failure={failure} disabled={reason.trim() === ''}>
          {t('registrations.reject')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
