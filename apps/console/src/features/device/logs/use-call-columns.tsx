import type { DeviceCall } from '@varde/contract/device-logs';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import type { Column } from '#kit/table/columns.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './call-log-page.module.css';

const layout = [
  { key: 'time', width: '210px', narrowWidth: 'minmax(0, 1fr)' },
  { key: 'who', width: 'minmax(0, 2fr)' },
  { key: 'about', width: 'minmax(0, 1.5fr)', foldBelow: 992 },
  { key: 'direction', width: 'minmax(0, 1fr)', foldBelow: 1200 },
  { key: 'result', width: 'minmax(0, 1fr)' },
  { key: 'duration', width: '110px', foldBelow: 768 },
] as const;

/** The columns of the call log. */
export function useCallColumns(): Column<DeviceCall>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const words: Record<(typeof layout)[number]['key'], (call: DeviceCall) => string> = {
      time: ({ at }) => formats.exact(at),
      who: (call) =>
        [call.source === 'alarm' ? call.name : null, call.number].filter((part) => part !== null).join(' · '),
      about: (call) =>
        call.source === 'alarm' ? t(`catalogue.messageTypes.${messageTypeKey(call.metyId)}`) : t('deviceLogs.ownCall'),
      direction: ({ source }) => t(`deviceLogs.directions.${source}`),
      result: (call) => t(`deviceLogs.results.${resultOf(call)}`),
      duration: ({ seconds }) => (seconds === null ? '' : durationText(seconds, t)),
    };
    return layout.map((column) => ({
      ...column,
      header: t(`deviceLogs.columns.${column.key}`),
      cell: (call) => <span className={styles.clipped}>{words[column.key](call)}</span>,
    }));
  }, [t, formats]);
}

function resultOf(call: DeviceCall) {
  return call.source === 'alarm' ? (call.answer ?? call.state ?? 'unknown') : 'ended';
}

function durationText(whole: number, t: TFunction): string {
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  return minutes === 0
    ? t('deviceLogs.duration.seconds', { seconds })
    : t('deviceLogs.duration.minutes', { minutes, seconds });
}
