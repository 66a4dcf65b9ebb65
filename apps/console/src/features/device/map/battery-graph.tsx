import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type GraphRange, graphRanges } from '@varde/catalogue/graph-ranges';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { LoadFailed } from '#kit/state/load-failed.tsx';
import { useFormats } from '#kit/use-formats.ts';
import figures from '#ui/figures.module.css';
import { lazyPart, type PartFailed } from '#ui/lazy-part.tsx';
import { graphData } from './graph-data.ts';
import styles from './log-tools.module.css';

const height = 260;
const minute = 60_000;
const ChartFailed: PartFailed = ({ onRetry }) => {
  const { t } = useTranslation();
  return <LoadFailed title={t('common.didNotWork')} onRetry={onRetry} />;
};
const GraphChart = lazyPart(
  async () => (await import('./graph-chart.tsx')).GraphChart,
  ChartFailed,
  <Skeleton height={height} />,
);

type Graph = Output<'getBatteryAndSignal'>;

interface BatteryGraphProps {
  device: DeviceDetail;
  range: GraphRange;
  onRange: (range: GraphRange) => void;
  query: Pick<UseQueryResult<Graph>, 'data' | 'error' | 'refetch'>;
}

/** Battery and signal of a device over some days. */
export function BatteryGraph({ device, range, onRange, query: { data, error, refetch } }: BatteryGraphProps) {
  const { t } = useTranslation();
  const title = t('deviceLog.graphTitle', { name: device.deviceName });
  return (
    <section className={styles.graph} aria-label={title}>
      <div className={styles.graphHead}>
        <h3 className={styles.graphTitle}>{title}</h3>
        <NativeSelect
          size="xs"
          aria-label={t('deviceLog.graphRange')}
          value={String(range)}
          data={graphRanges.map((days) => ({ value: String(days), label: t('deviceLog.days', { count: days }) }))}
          onChange={(event) => {
            const chosen = graphRanges.find((days) => String(days) === event.currentTarget.value);
            if (chosen !== undefined) onRange(chosen);
          }}
        />
      </div>
      {data ? <Drawn device={device} graph={data} /> : <LoadState error={error} onRetry={refetch} height={height} />}
    </section>
  );
}

function Drawn({ device, graph }: { device: DeviceDetail; graph: Graph }) {
  const { t } = useTranslation();
  const { from, to, points } = graph;
  if (points.length === 0 && graph.alarms.length === 0) return <p role="status">{t('deviceLog.graphEmpty')}</p>;
  const alarms = graph.alarms.map(({ time, metyId }) => ({
    time,
    label: t(`catalogue.messageTypes.${messageTypeKey(metyId)}`),
  }));
  const silent = 2 * (hardwareById(device.dehaId)?.heartbeatMinutes ?? 60) + 5;
  return (
    <>
      <figure className={figures.chart} aria-hidden>
        <GraphChart {...{ from, to, alarms, height }} points={graphData(points, silent * minute)} />
      </figure>
      <VisuallyHidden>
        <GraphTable graph={graph} alarms={alarms} />
      </VisuallyHidden>
    </>
  );
}

/** The graph in numbers, for screen readers. */
function GraphTable({ graph, alarms }: { graph: Graph; alarms: readonly { time: number; label: string }[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const percent = (value: number | null) =>
    value === null ? t('common.none') : t('common.percent', { value: formats.number(value) });
  return (
    <>
      <table aria-label={t('deviceLog.graph')}>
        <thead>
          <tr>
            <th scope="col">{t('deviceLog.columns.time')}</th>
            <th scope="col">{t('deviceLog.columns.battery')}</th>
            <th scope="col">{t('deviceLog.columns.gsm')}</th>
          </tr>
        </thead>
        <tbody>
          {graph.points.map(({ time, battery, signal }) => (
            <tr key={time}>
              <th scope="row">{formats.exact(time)}</th>
              <td>{percent(battery)}</td>
              <td>{percent(signal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-label={t('deviceLog.graphAlarms')}>
        {alarms.map(({ time, label }) => (
          <li key={`${time} ${label}`}>{`${formats.exact(time)} ${label}`}</li>
        ))}
      </ul>
    </>
  );
}
