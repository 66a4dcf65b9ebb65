import { NumberInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';

const least = 30;
const most = 36_500;

/** Retention of a customer's entries; empty inherits it from the customer above. */
export function RetentionForm({ custId, onDone }: { custId: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery(apiQuery('getAuditRetention', { params: { custId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={140} />;
  return data.changeable ? <Fields retention={data} onDone={onDone} /> : <Fixed retention={data} />;
}

function Fixed({ retention: { firmName, days } }: { retention: Output<'getAuditRetention'> }) {
  const { t } = useTranslation();
  return <Text size="sm">{t('audit.retentionFixed', { name: firmName, days })}</Text>;
}

function Fields({ retention, onDone }: { retention: Output<'getAuditRetention'>; onDone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const { custId, firmName, own, days } = retention;
  const [chosen, setChosen] = useState<number | ''>(own ?? '');

  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { days: chosen === '' ? null : chosen };
    const saved = await submit(() => call('saveAuditRetention', { params: { custId }, body }));
    if (!saved) return;
    await cache.invalidateQueries({ queryKey: queryKey('getAuditRetention') });
    notifyDone(t('audit.retentionSaved', { name: firmName, days: saved.days }));
    onDone();
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Text size="sm">{t('audit.retentionHelp', { name: firmName })}</Text>
        <NumberInput
          label={t('audit.retentionDays')}
          placeholder={t('audit.retentionInherited', { days })}
          value={chosen}
          min={least}
          max={most}
          allowDecimal={false}
          error={errors.days}
          onChange={(value) => setChosen(typeof value === 'number' ? value : '')}
          data-autofocus
        />
        <DialogButtons failure={failure} onCancel={onDone} busy={busy}>
          {t('common.save')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
