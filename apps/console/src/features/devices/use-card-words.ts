import type { Alarm } from '@varde/contract/alarms';
import type { Clone, DeviceDetail, ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { isTaken } from '#domain/alarms/alarm-groups.ts';
import { messageTypeKey, statusOfAlarm } from '#domain/status/alarm-kind.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';

interface Told {
  device: ListedDevice;
  alarm: Alarm | undefined;
  /** Whether its alarms reach nobody, and why; undefined: not known yet. */
  told: Pick<DeviceDetail, 'reachesNobody' | 'unreachedBecause'> | undefined;
}

const dayMs = 24 * 3_600_000;

/** What is the matter with a device, or with the other one of its pair, and what to do: an open alarm first, else the status. */
export function useCardWords({ device, alarm, told }: Told): string {
  const { t } = useTranslation();
  const { userId } = useSession();
  const formats = useFormats();
  const { at } = useTimeWords();
  const now = useNow(60_000);
  const dayOf = (time: number) => formats.day(time);
  const timeOf = (time: number) =>
    dayOf(time) !== dayOf(now) && dayOf(time) === dayOf(now - dayMs)
      ? t('family.yesterday', { time: formats.clock(time) })
      : at(time, now);

  function nextStep(of: Alarm): string {
    if (!isTaken(of) || of.claimedBy === null)
      return t(`family.advice.${statusOfAlarm(of.metyId).key}`, { name: of.deviceName });
    if (of.claimedBy.userId === userId) return t('family.takenByYou');
    if (of.claimedBy.name === '') return t('family.taken');
    return t('family.takenBy', { name: of.claimedBy.name });
  }
  if (alarm) {
    const kind = t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`);
    return `${t('family.raised', { kind, at: timeOf(alarm.happenedAt) })} ${nextStep(alarm)}`;
  }
  const unit = unitOfConcern(device);
  const { status, battery } = unit;
  if (status === 'clear' && told === undefined) return t('common.loading');
  const because = told?.unreachedBecause ?? null;
  const silent = because === null ? '' : t(`family.unreached.${because}`);
  const advice = () => {
    if (status === 'clear' && device.watchRemoved) return t('family.watchRemoved');
    if (status === 'clear' && told?.reachesNobody === null) return t('family.quiet');
    if (status === 'clear' && silent !== '') return '';
    if (status === 'battery' && battery === null) return t('family.lowBattery');
    return t(`family.advice.${status}`, {
      name: device.deviceName,
      battery: t('common.percent', { value: formats.number(battery ?? 0) }),
      since: timeOf(unit.lastMsgIn ?? now),
    });
  };
  return [advice(), silent].filter(Boolean).join(' ');
}

/** The clone of a pair while nothing is the matter with its master. */
export const unitOfConcern = ({ twinDevice, ...device }: ListedDevice): Clone =>
  device.status === 'clear' && twinDevice ? twinDevice : device;
