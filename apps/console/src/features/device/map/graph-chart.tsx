import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import { type GraphPoint, graphTicks, namedApart } from './graph-data.ts';
import styles from './log-tools.module.css';
import '@mantine/charts/styles.layer.css';

const twoDays = 2 * 24 * 3_600_000;

interface GraphChartProps {
  from: number;
  to: number;
  points: readonly GraphPoint[];
  alarms: readonly { time: number; label: string }[];
  height: number;
}

/** Battery and signal, to 100 (specification 2, section 9), with alarms as marks. The table beside it says the same. */
export function GraphChart({ from, to, points, alarms, height }: GraphChartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      <LineChart
        h={height}
        data={[...points]}
        dataKey="time"
        series={[
          { name: 'battery', label: t('deviceLog.columns.battery'), color: 'var(--varde-accent)' },
          { name: 'signal', label: t('deviceLog.columns.gsm'), color: 'var(--varde-text-dim)', strokeDasharray: '6 3' },
        ]}
        connectNulls={false}
        withDots={points.length < 60}
        curveType="linear"
        valueFormatter={(value) => t('common.percent', { value: formats.number(value) })}
        xAxisProps={{
          type: 'number',
          domain: [from, to],
          ticks: graphTicks(from, to),
          tickFormatter: (time: number) => (to - from < twoDays ? formats.clock(time) : formats.day(time).slice(0, 5)),
        }}
        yAxisProps={{ domain: [0, 100] }}
        referenceLines={namedApart(alarms, (to - from) / 6).map(({ time, ...label }) => ({
          x: time,
          ...label,
          color: 'var(--varde-status-alarm)',
          labelPosition: 'insideTopLeft',
        }))}
        lineChartProps={{ accessibilityLayer: false }}
        // It is called without a time while there is no value under the pointer.
        tooltipProps={{ labelFormatter: (time) => (typeof time === 'number' ? formats.exact(time) : '') }}
        tickLine="none"
      />
      <p className={styles.legend}>
        <span data-line="battery">{t('deviceLog.columns.battery')}</span>
        <span data-line="signal">{t('deviceLog.columns.gsm')}</span>
      </p>
    </>
  );
}
