import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import '@mantine/charts/styles.layer.css';

interface StepsChartProps {
  /** `day`: a date as `DD.MM.YYYY`. */
  days: readonly { day: string; steps: number }[];
  height: number;
}

/** A bar for each day. The table beside it says the same in numbers. */
export function StepsChart({ days, height }: StepsChartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <BarChart
      h={height}
      data={[...days]}
      dataKey="day"
      series={[{ name: 'steps', label: t('measurements.stepCount'), color: 'var(--varde-accent)' }]}
      valueFormatter={(steps) => formats.number(steps)}
      xAxisProps={{ tickFormatter: (day: string) => day.slice(0, 5) }}
      yAxisProps={{ allowDecimals: false }}
      barChartProps={{ accessibilityLayer: false }}
      tickLine="none"
    />
  );
}
