import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { displayName, useSession } from '#data/session.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import { AlarmTimeline } from '../alarms/late-timeline.ts';
import { useSubmit } from '../errors/use-submit.ts';

/**
 * Leads through a test of a device from end to end: its button is pressed, the alarm comes in, those on the list are
 * told, and the alarm is reset as a test. The alarm is like any other; a dialog that is closed leaves it open.
 */
export function openTestDialog(device: ListedDevice): Promise<void> {
  return openDialog<void>({
    title: i18next.t('deviceTest.title', { name: device.deviceName }),
    content: (close) => <DeviceTest device={device} onDone={() => close()} />,
  }) as Promise<void>;
}

const none: readonly Alarm[] = [];

function DeviceTest({ device, onDone }: { device: ListedDevice; onDone: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(alarmsQuery);
  const ofDevice = (data?.alarms ?? none).filter(({ deviId }) => deviId === device.deviId);
  const [before] = useState(ofDevice);
  const reachesNobody = useQuery(deviceQuery(device.deviId)).data?.reachesNobody ?? false;
  const known = new Set(before.map(({ alarmId }) => alarmId));
  const present = ofDevice.find(({ alarmId }) => !known.has(alarmId));
  const [seen, setSeen] = useState(present);
  if (present !== undefined && present !== seen) setSeen(present);
  const alarm = present ?? seen;
  if (before.some(({ state }) => state !== 'reset'))
    return (
      <Stack>
        <Alert color="yellow">{t('deviceTest.openAlarm')}</Alert>
        <CloseButton onDone={onDone} />
      </Stack>
    );
  return (
    <Stack>
      <Text size="sm">{t('deviceTest.tellFirst')}</Text>
      {reachesNobody && <Alert color="yellow">{t('deviceTest.reachesNobody')}</Alert>}
      {alarm === undefined ? (
        <Waiting onDone={onDone} />
      ) : (
        <Received alarm={alarm} isOpen={present !== undefined && present.state !== 'reset'} onDone={onDone} />
      )}
    </Stack>
  );
}

function Waiting({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Text fw={600}>{t('deviceTest.press')}</Text>
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t('deviceTest.waiting')}</Text>
      </Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </>
  );
}

interface ReceivedProps {
  alarm: Alarm;
  /** Nobody has reset it. */
  isOpen: boolean;
  onDone: () => void;
}

function Received({ alarm, isOpen, onDone }: ReceivedProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { submit, busy, failure } = useSubmit();
  const handledBy = displayName(useSession());
  const { alarmId, tranId, late, deviceName: name } = alarm;

  async function finish() {
    const body = { handledBy, outcome: 'test' as const };
    const done = await submit(() => call('resetAlarm', { params: { alarmId }, body }));
    if (done === undefined) return;
    onDone();
    notifyDone(t(late ? 'deviceTest.doneLate' : 'deviceTest.done', { name }));
  }
  return (
    <>
      <Text role="status" fw={600}>
        {t('deviceTest.received', { time: formats.clock(alarm.receivedAt) })}
      </Text>
      {late && <Alert color="yellow">{t('deviceTest.late')}</Alert>}
      <AlarmTimeline tranId={tranId} alarmId={alarmId} />
      {!isOpen && !busy ? (
        <>
          <Text size="sm">{t('deviceTest.handled')}</Text>
          <CloseButton onDone={onDone} />
        </>
      ) : (
        <>
          <Text size="sm">{t('deviceTest.check')}</Text>
          <Failure text={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onDone}>
              {t('deviceTest.real')}
            </Button>
            <Button loading={busy} onClick={() => void finish()}>
              {t('deviceTest.finish')}
            </Button>
          </Group>
        </>
      )}
    </>
  );
}

function CloseButton({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onDone}>
        {t('deviceTest.close')}
      </Button>
    </Group>
  );
}
