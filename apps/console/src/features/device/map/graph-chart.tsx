import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import type { GraphPoint } from './graph-data.ts';
import '@mantine/charts/styles.layer.css';

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
    <LineChart
      h={height}
      data={[...points]}
      dataKey="time"
      series={[
        { name: 'battery', label: t('deviceLog.columns.battery'), color: 'var(--varde-accent)' },
        { name: 'signal', label: t('deviceLog.columns.gsm'), color: 'var(--varde-text-dim)' },
      ]}
      connectNulls={false}
      withDots={points.length < 60}
      curveType="linear"
      valueFormatter={(value) => t('common.percent', { value: formats.number(value) })}
      xAxisProps={{
        type: 'number',
        domain: [from, to],
        tickFormatter: (time: number) => formats.marker(time, to),
      }}
      yAxisProps={{ domain: [0, 100] }}
      referenceLines={alarms.map(({ time, label }) => ({ x: time, label, color: 'var(--varde-alarm)' }))}
      lineChartProps={{ accessibilityLayer: false }}
      // It is called without a time while there is no value under the pointer.
      tooltipProps={{ labelFormatter: (time) => (typeof time === 'number' ? formats.exact(time) : '') }}
      tickLine="none"
    />
  );
}
