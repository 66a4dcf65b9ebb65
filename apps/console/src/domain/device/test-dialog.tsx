import { Alert, Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useContact } from '#data/live/contact.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useTakeAlarm } from '#data/live/use-take-alarm.ts';
import { displayName, useSession } from '#data/session.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import { AlarmTimeline } from '../alarms/late-timeline.ts';
import { ErrorState } from '../errors/error-state.tsx';
import { useSubmit } from '../errors/use-submit.ts';
import { messageTypeKey } from '../status/alarm-kind.ts';

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

function DeviceTest({ device, onDone }: { device: ListedDevice; onDone: () => void }) {
  const { t } = useTranslation();
  const reachesNobody = useQuery(deviceQuery(device.deviId)).data?.reachesNobody ?? false;
  const before = useAlarmsBefore(device.deviId);
  if (before.isError) return <ErrorState error={before.error} onRetry={before.refetch} />;
  return (
    <Stack>
      <Text size="sm">{t('deviceTest.tellFirst')}</Text>
      {reachesNobody && <Alert color="yellow">{t('deviceTest.reachesNobody')}</Alert>}
      {before.data === undefined ? (
        <Skeleton height={120} />
      ) : (
        <TestAlarm deviId={device.deviId} before={before.data} onDone={onDone} />
      )}
    </Stack>
  );
}

/**
 * The alarms that the server knows when the dialog is opened: none of them is the test. The list of this page may miss
 * some of them, after a disconnection or before it is loaded. Asked once: a later answer would have the test among them.
 */
function useAlarmsBefore(deviId: number) {
  const cache = useQueryClient();
  const [before, setBefore] = useState<ReadonlySet<number>>();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['alarms before a test', deviId],
    queryFn: async () => {
      const { alarms } = await cache.fetchQuery({ ...alarmsQuery, staleTime: 0 });
      return new Set(alarms.map(({ alarmId }) => alarmId));
    },
    enabled: before === undefined,
    gcTime: 0,
  });
  if (before === undefined && data !== undefined) setBefore(data);
  return { data: before, isError, error, refetch };
}

interface TestAlarmProps {
  deviId: number;
  before: ReadonlySet<number>;
  onDone: () => void;
}

/** The first alarm that comes is the test, and no later one takes its place: it may be a real one. */
function TestAlarm({ deviId, before, onDone }: TestAlarmProps) {
  const { t } = useTranslation();
  const all = useQuery(alarmsQuery).data?.alarms ?? [];
  const ofDevice = all.filter((alarm) => alarm.deviId === deviId);
  const fresh = ofDevice.filter(({ alarmId }) => !before.has(alarmId));
  const [seen, setSeen] = useState<Alarm>();
  const first = seen?.alarmId ?? fresh.at(-1)?.alarmId;
  const present = fresh.find(({ alarmId }) => alarmId === first);
  if (present !== undefined && present !== seen) setSeen(present);
  const alarm = present ?? seen;
  const isOpen = ({ state }: Alarm) => state !== 'reset';
  const others = fresh.filter((one) => one.alarmId !== first && isOpen(one));
  if (ofDevice.some((one) => before.has(one.alarmId) && isOpen(one)))
    return (
      <>
        <Alert color="yellow">{t('deviceTest.openAlarm')}</Alert>
        <CloseButton onDone={onDone} />
      </>
    );
  if (alarm === undefined) return <Waiting onDone={onDone} />;
  return (
    <>
      {others.map(({ alarmId, metyId }) => (
        <Alert key={alarmId} color="red" role="alert">
          {t('deviceTest.another', { kind: t(`catalogue.messageTypes.${messageTypeKey(metyId)}`) })}
        </Alert>
      ))}
      <Received alarm={alarm} isOpen={present !== undefined && isOpen(present)} onDone={onDone} />
    </>
  );
}

function Waiting({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const contact = useContact();
  return (
    <>
      {contact.state !== 'live' && <Alert color="yellow">{t('deviceTest.noContact')}</Alert>}
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
  const take = useTakeAlarm();
  const user = useSession();
  const { alarmId, deviId: deviceId, tranId, metyId, late, deviceName: name } = alarm;
  const { claimedBy, claimedAt, signalCount } = alarm;
  const kind = t(`catalogue.messageTypes.${messageTypeKey(metyId)}`);
  const isOther = alarm.outcome !== null && alarm.outcome !== 'test';

  async function finish() {
    const seen = { deviceId, claimedAt, signalCount };
    const body = { ...seen, handledBy: displayName(user), outcome: 'test' as const };
    const done = await submit(() => call('resetAlarm', { params: { alarmId }, body }));
    if (done === undefined) return;
    take(done);
    onDone();
    notifyDone(t(late ? 'deviceTest.doneLate' : 'deviceTest.done', { name }));
  }
  return (
    <>
      <Text role="status" fw={600}>
        {t('deviceTest.received', { kind, time: formats.clock(alarm.receivedAt) })}
      </Text>
      {late && <Alert color="yellow">{t('deviceTest.late')}</Alert>}
      <AlarmTimeline tranId={tranId} alarmId={alarmId} />
      {!isOpen && !busy ? (
        <>
          <Text size="sm">{t(isOther ? 'deviceTest.handledOtherwise' : 'deviceTest.handled')}</Text>
          <CloseButton onDone={onDone} />
        </>
      ) : (
        <>
          {claimedBy !== null && claimedBy.userId !== user.userId && (
            <Alert color="yellow">{t('deviceTest.takenBy', { name: claimedBy.name })}</Alert>
          )}
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
