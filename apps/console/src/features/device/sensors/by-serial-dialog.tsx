import { Stack, TextInput } from '@mantine/core';
import i18next from 'i18next';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';

/** Asks for the serial number and the name of a sensor, and adds it. Without both of them nothing is sent. */
export async function openBySerial(deviId: number, onAdded: () => Promise<void>): Promise<void> {
  const added = await openDialog<string>({
    title: i18next.t('sensors.bySerial.title'),
    content: (close) => <BySerialForm deviId={deviId} onClose={close} />,
  });
  if (added === undefined) return;
  notifyDone(i18next.t('sensors.bySerial.added', { name: added }));
  await onAdded();
}

function BySerialForm({ deviId, onClose }: { deviId: number; onClose: (added?: string) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [serial, setSerial] = useDraft(`sensor-by-serial-${deviId}`, '');
  const [name, setName] = useDraft(`sensor-by-serial-${deviId}-name`, '');
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const body = { serialNumber: serial.trim(), name: name.trim() };
    if (body.serialNumber === '' || body.name === '') return onClose();
    const done = await submit(() => call('addSensor', { params: { deviId }, body }));
    if (done) onClose(body.name);
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('sensors.bySerial.serial')}
          value={serial}
          maxLength={40}
          error={errors.serialNumber}
          onChange={({ currentTarget }) => setSerial(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t('sensors.bySerial.name')}
          value={name}
          maxLength={60}
          error={errors.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogButtons failure={failure} busy={busy} onCancel={() => onClose()}>
          {t('sensors.bySerial.add')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
