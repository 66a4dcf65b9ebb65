import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { LoadFailed } from '#kit/state/load-failed.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { startOf } from '#ui/day.ts';
import figures from '#ui/figures.module.css';
import { lazyPart, type PartFailed } from '#ui/lazy-part.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { SettingsTab } from '../form/settings-tab.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import styles from './measurements.module.css';

const chartHeight = 260;
const ChartFailed: PartFailed = ({ onRetry }) => {
  const { t } = useTranslation();
  return <LoadFailed title={t('common.didNotWork')} onRetry={onRetry} />;
};
const StepsChart = lazyPart(
  async () => (await import('./steps-chart.tsx')).StepsChart,
  ChartFailed,
  <Skeleton height={chartHeight} />,
);

/** The toggle of the device's pedometer, and its steps on each of the last days. */
export function PedometerTab({ device, tab }: TabProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <SettingsTab device={device} tab={tab} />
      <Stack gap="sm">
        <h2 className={styles.heading}>{t('measurements.steps')}</h2>
        <Steps deviId={device.deviId} />
      </Stack>
    </Stack>
  );
}

/** Milliseconds: a watch reports its steps every few minutes. */
const refetchInterval = 60_000;

function Steps({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...apiQuery('getSteps', { params: { deviId } }),
    refetchInterval,
  });
  if (!data) return <LoadState error={error} onRetry={refetch} height={chartHeight} />;
  if (data.days.every(({ steps }) => steps === 0))
    return (
      <StatePanel
        role="status"
        icon={<IconWalk size={26} />}
        title={t('measurements.noSteps')}
        body={t('measurements.noStepsHelp')}
      />
    );
  const days = data.days.map(({ date, steps }) => ({ day: formats.day(noonOf(date)), steps }));
  return (
    <>
      <figure className={figures.chart} aria-hidden>
        <StepsChart days={days} height={chartHeight} />
      </figure>
      <VisuallyHidden>
        <StepsTable days={days} />
      </VisuallyHidden>
    </>
  );
}

/** A time on that day. */
const noonOf = (date: Output<'getSteps'>['days'][number]['date']) => (startOf(date) ?? 0) + 12 * 3_600_000;

/** The chart in numbers, for screen readers. */
function StepsTable({ days }: { days: readonly { day: string; steps: number }[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <table aria-label={t('measurements.steps')}>
      <thead>
        <tr>
          <th scope="col">{t('measurements.day')}</th>
          <th scope="col">{t('measurements.stepCount')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, steps }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{formats.number(steps)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
