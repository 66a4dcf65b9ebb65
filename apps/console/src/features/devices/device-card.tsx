import { Button } from '@mantine/core';
import { IconPhone, IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type StatusKey, statusByKey } from '@varde/catalogue/statuses';
import type { Alarm } from '@varde/contract/alarms';
import type { DeviceDetail, ListedDevice } from '@varde/contract/devices';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { callLink } from '#domain/device/call-link.ts';
import { devicePages } from '#domain/device/device-action-list.ts';
import { areasOf } from '#domain/device/device-areas.ts';
import { NobodyTold } from '#domain/device/nobody-told.tsx';
import { useDeviceActions } from '#domain/device/use-device-actions.ts';
import { useDeviceName } from '#domain/device/use-device-name.ts';
import { BatteryMeter } from '#domain/status/battery-meter.tsx';
import { LastContact } from '#domain/status/last-contact.tsx';
import { colourStyle, StatusCell } from '#domain/status/status-cell.tsx';
import { ActionButtons } from '#kit/actions/action-buttons.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useIsInView } from '#kit/use-is-in-view.ts';
import styles from './family.module.css';
import { unitOfConcern, useCardWords } from './use-card-words.ts';

interface DeviceCardProps {
  device: ListedDevice;
  /** The most urgent one that is not reset. */
  alarm: Alarm | undefined;
}

/** How somebody's device is, in words: what is the matter, what to do, and the few actions that a family needs at once. */
export function DeviceCard({ device, alarm }: DeviceCardProps) {
  const { t } = useTranslation();
  const heading = useId();
  const card = useRef<HTMLElement>(null);
  const detail = useDetail(device, card);
  const name = useDeviceName(device);
  const words = useCardWords({ device, alarm, told: detail });
  const verdict = verdictOf(device, detail);
  const page = devicePages(device).find(({ visible, places }) => visible && places.includes('row'))?.perform;
  const { twinDevice: twin } = device;
  return (
    <article
      ref={card}
      className={styles.card}
      style={verdict && colourStyle(verdict === 'unreached' ? 'status' : statusByKey(verdict).colour)}
      aria-labelledby={heading}
    >
      <div className={styles.top}>
        <h2 id={heading} className={styles.name}>
          {page ? <a href={`#${page}`}>{name}</a> : name}
        </h2>
        {verdict === 'unreached' && <NobodyTold deviId={device.deviId} />}
        {verdict && verdict !== 'unreached' && <StatusCell device={device} ahp={false} />}
      </div>
      <p className={styles.words}>{words}</p>
      <dl className={styles.facts}>
        <Fact name={t('devices.lastContact')}>
          <LastContact time={device.lastMsgIn} />
        </Fact>
        <Fact name={t('devices.battery')}>
          <BatteryMeter battery={device.battery} charging={device.charging} />
        </Fact>
        {areasOf(device).page === 'map' && (
          <Fact name={t('devices.place')}>
            <Place detail={detail} />
          </Fact>
        )}
        {twin && (
          <Fact name={t('devices.twin')}>
            {t(`catalogue.statuses.${twin.status}`)} <BatteryMeter battery={twin.battery} charging={twin.charging} />
          </Fact>
        )}
      </dl>
      <CardActions {...{ device, alarm }} reachesNobody={detail?.reachesNobody === true} />
    </article>
  );
}

/** One verdict for all: no OK is given before it is known that an alarm would reach somebody. */
function verdictOf(device: ListedDevice, detail: DeviceDetail | undefined): StatusKey | 'unreached' | undefined {
  const { status } = unitOfConcern(device);
  if (status !== 'clear') return status;
  if (detail === undefined) return undefined;
  return detail.reachesNobody === true ? 'unreached' : status;
}

/**
 * What the list does not contain: its place, and whether its alarms reach anybody. Fetched while the card is on the screen
 * and again after each change, since each look at a place is audited.
 */
function useDetail({ deviId, rev }: ListedDevice, card: RefObject<HTMLElement | null>): DeviceDetail | undefined {
  const isInView = useIsInView(card);
  const { data, dataUpdatedAt, refetch } = useQuery({ ...deviceQuery(deviId), enabled: isInView });
  const isOld = isInView && data !== undefined && data.rev < rev;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is compared, also one that was under way before the change
  useEffect(() => {
    if (isOld) void refetch({ cancelRefetch: false });
  }, [isOld, rev, dataUpdatedAt, refetch]);
  return data;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The name of a place where it has one, else a link to the map. */
function Place({ detail }: { detail: DeviceDetail | undefined }) {
  const { t } = useTranslation();
  if (detail === undefined) return <span>{t('common.loading')}</span>;
  const { deviId, place, posLati, posTime, disablePositioning } = detail;
  if (!place && posLati === null)
    return <span>{t(disablePositioning ? 'deviceLog.positioningOff' : 'common.unknown')}</span>;
  return (
    <>
      {place ? <span>{place}</span> : <a href={`#/mapsingle/${deviId}`}>{t('family.seeMap')}</a>}{' '}
      {posTime !== null && (
        <span className={styles.dim}>
          <RelativeTime time={posTime} />
        </span>
      )}
    </>
  );
}

/** Those that a family needs at once; the page of the device has all. */
function CardActions({ device, alarm, reachesNobody }: DeviceCardProps & { reachesNobody: boolean }) {
  const { t } = useTranslation();
  const keys = ['page', 'findMe', ...(reachesNobody ? ['eventSetup'] : [])];
  const actions = useDeviceActions(device, 'row').filter(({ key }) => keys.includes(key));
  const phone = device.abilities.includes('phone') ? device.formattedPhoneNumE164 : null;
  return (
    <div className={styles.actions}>
      {alarm && (
        <Button
          size="xs"
          component="a"
          href={`#/alarms/${alarm.alarmId}`}
          leftSection={<IconUrgent size={16} aria-hidden />}
        >
          {t('family.openAlarm')}
        </Button>
      )}
      {phone && (
        <Button
          size="xs"
          variant="default"
          component="a"
          href={callLink(phone)}
          leftSection={<IconPhone size={16} aria-hidden />}
        >
          {t('alarms.call', { phone })}
        </Button>
      )}
      <ActionButtons actions={actions} />
    </div>
  );
}
