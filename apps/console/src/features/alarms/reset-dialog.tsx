import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Alarm } from '@varde/contract/alarms';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiErrorCode, errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { outcomes } from './outcomes.ts';

interface ResetDialogProps {
  alarm: Alarm;
  ownName: string;
  /** Without an alarm: it was left as it is. */
  onDone: (alarm?: Alarm) => void;
}

/** Asks who handled an alarm and what it was. */
export function ResetDialog({ alarm, ownName, onDone }: ResetDialogProps) {
  const { t } = useTranslation();
  const [handledBy, setHandledBy] = useState(ownName);
  const [outcome, setOutcome] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiErrorCode | null>(null);
  const chosen = outcomes.find((each) => each === outcome);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!chosen || !handledBy.trim()) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { handledBy, outcome: chosen, ...(note.trim() ? { note } : {}) };
      onDone(await call('resetAlarm', { params: { alarmId: alarm.alarmId }, body }));
    } catch (error) {
      setFailure(errorCodeOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {t(`errors.${failure}`)}
          </Alert>
        )}
        <Text size="sm">
          {t('alarms.resetIntro', {
            kind: t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`),
            name: alarm.deviceName,
            serial: alarm.deviceSNNum,
          })}
        </Text>
        <TextInput
          label={t('alarms.handledBy')}
          value={handledBy}
          maxLength={120}
          onChange={(event) => setHandledBy(event.currentTarget.value)}
          error={tried && !handledBy.trim() && t('alarms.handledByMissing')}
          required
          data-autofocus
        />
        <NativeSelect
          label={t('alarms.outcome')}
          value={outcome}
          onChange={(event) => setOutcome(event.currentTarget.value)}
          data={[
            { value: '', label: t('common.choose') },
            ...outcomes.map((value) => ({ value, label: t(`alarms.outcomes.${value}`) })),
          ]}
          error={tried && !chosen && t('alarms.outcomeMissing')}
          required
        />
        <Textarea
          label={t('alarms.note')}
          value={note}
          maxLength={1000}
          rows={3}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone()}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('alarms.reset')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
