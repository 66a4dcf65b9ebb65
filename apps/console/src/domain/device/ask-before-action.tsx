import { NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { isSmsKind, type PressedActionKey, pressedActionByKey, trackingMinutes } from '@varde/catalogue/device-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import { trackingIntervalMinutes } from '@varde/catalogue/tracking-intervals';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';

interface Answer {
  duration?: number;
  /** Seconds. */
  interval?: number;
}

/** Asks for the confirmation or the values that an action needs; null: the user cancelled. */
export async function askBeforeAction(key: PressedActionKey, device: ListedDevice): Promise<Answer | null> {
  if (key === 'startTracking') return (await askTracking(device)) ?? null;
  const { confirmation } = pressedActionByKey(key);
  if (confirmation === 'none' || isUnasked(key)) return {};
  const { t } = i18next;
  const yes = await confirm({
    title: t(`actions.names.${key}`),
    body: t(`actionDialogs.confirm.${key}`, { name: device.deviceName }),
    cancel: t('common.cancel'),
    proceed: t(`actions.names.${key}`),
    destructive: confirmation === 'dangerous',
  });
  return yes ? {} : null;
}

const unasked = ['locate', 'scanWifi', 'sync', 'requestHeartRate', 'requestBloodPressure'] as const;
const isUnasked = (key: PressedActionKey): key is (typeof unasked)[number] => unasked.some((each) => each === key);

/** Outcome text of a queued action. `reason`: why it waits. */
export function outcomeText(key: PressedActionKey, reason: string | null, { connected }: ListedDevice) {
  if (isSmsKind(key)) return reason === null ? 'actionDialogs.queuedSms' : 'actionDialogs.queuedWithoutGateway';
  return connected ? 'actionDialogs.queued' : 'actionDialogs.queuedAway';
}

function askTracking(device: ListedDevice): Promise<Answer | undefined> {
  return openDialog<Answer>({
    title: i18next.t('actions.names.startTracking'),
    content: (close) => <TrackingForm device={device} close={close} />,
  });
}

const longestMinutes = 1440;

function TrackingForm({ device, close }: { device: ListedDevice; close: (answer?: Answer) => void }) {
  const { t } = useTranslation();
  const usual = trackingMinutes(device.dehaId, undefined);
  const hardware = hardwareById(device.dehaId);
  const isAdjustable = hardware?.capabilities.tracking?.adjustable ?? false;
  const isSettable = hardware !== undefined && hardwareSettings[hardware.key].trackingInterval !== undefined;
  const [minutes, setMinutes] = useState<number | string>(usual);
  const [interval, setChosen] = useState<number>(trackingIntervalMinutes[0]);
  const isLegal = Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= longestMinutes;
  return (
    <Stack>
      <Text size="sm">{t('actionDialogs.confirm.startTracking', { name: device.deviceName })}</Text>
      {isAdjustable ? (
        <NumberInput
          label={t('actionDialogs.minutes')}
          value={minutes}
          onChange={setMinutes}
          suffix=" min"
          error={isLegal ? null : t('actionDialogs.minutesFault')}
          data-autofocus
        />
      ) : (
        <Text size="sm">{t('actionDialogs.fixedMinutes', { count: usual })}</Text>
      )}
      {isSettable && (
        <NativeSelect
          label={t('actionDialogs.interval')}
          value={String(interval)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          data={trackingIntervalMinutes.map((count) => ({
            value: String(count),
            label: t('actionDialogs.intervalMinutes', { count }),
          }))}
        />
      )}
      <DialogButtons
        onCancel={() => close()}
        disabled={!isLegal}
        onProceed={() => close({ duration: Number(minutes), interval: interval * 60 })}
      >
        {t('actions.names.startTracking')}
      </DialogButtons>
    </Stack>
  );
}
