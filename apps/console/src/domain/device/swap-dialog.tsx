import { List, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormSubmit } from '../errors/use-submit.ts';
import { settingLabel } from '../settings/setting-texts.ts';

/** Replaces a device in two steps: the serial number of the new unit, then the confirmation (specification 1, section 4). */
export async function openSwapDialog(device: ListedDevice): Promise<void> {
  await openDialog<void>({
    title: i18next.t('deviceLife.swapTitle', { name: device.deviceName }),
    content: (close) => <SwapForm device={device} onDone={() => close()} />,
  });
}

type Unit = Output<'findReplacement'>;

function SwapForm({ device, onDone }: { device: ListedDevice; onDone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [serial, setSerial] = useState('');
  const [unit, setUnit] = useState<Unit | null>(null);
  const { deviId, deviceName: name } = device;
  const serialNum = serial.trim();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (unit === null) {
      const found = await submit(() => call('findReplacement', { params: { deviId }, query: { serialNum } }));
      if (found) setUnit(found);
      return;
    }
    const swapped = await submit(() => call('switchDevice', { params: { deviId }, body: { serialNum } }));
    if (!swapped) return;
    onDone();
    notifyDone(t('deviceLife.swapped', { name, serial: unit.deviceSNNum }));
    window.location.hash = `#/vardes/search=${encodeURIComponent(unit.deviceSNNum)}`;
    await cache.invalidateQueries();
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {unit === null ? (
          <TextInput
            label={t('deviceLife.newSerial')}
            description={t('deviceLife.newSerialHelp')}
            value={serial}
            maxLength={40}
            error={errors.serialNum}
            data-autofocus
            onChange={({ currentTarget }) => setSerial(currentTarget.value)}
          />
        ) : (
          <Confirmation device={device} unit={unit} />
        )}
        <DialogButtons
          failure={failure}
          busy={busy}
          disabled={serialNum === ''}
          destructive={unit !== null}
          onCancel={unit === null ? onDone : () => setUnit(null)}
        >
          {unit === null ? t('common.proceed') : t('deviceLife.swap')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Confirmation({ device, unit }: { device: ListedDevice; unit: Unit }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">
        {t('deviceLife.swapBody', {
          name: device.deviceName,
          old: device.deviceSNNum,
          serial: unit.deviceSNNum,
          type: unit.detyName,
          customer: unit.ownedByCustName,
        })}
      </Text>
      {unit.settingsLost.length > 0 && (
        <>
          <Text size="sm">{t('deviceLife.settingsLost')}</Text>
          <List size="sm">
            {unit.settingsLost.map((key) => (
              <List.Item key={key}>{settingLabel(t, key)}</List.Item>
            ))}
          </List>
        </>
      )}
    </>
  );
}
