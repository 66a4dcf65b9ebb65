import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import type { LearningSensor } from '@varde/contract/sensors';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { openBySerial } from './by-serial-dialog.tsx';
import { FoundSensors } from './found-sensors.tsx';
import { SensorPageFrame } from './sensor-page-frame.tsx';
import { useRefreshSensors, useSensors } from './sensor-queries.ts';
import { SensorTypeMark } from './sensor-type.tsx';
import styles from './sensors.module.css';
import { isUnderWay, type Run, useRemaining, useRunEnd, useRunMessages } from './use-run.ts';
import { useSensorWords } from './use-sensor-words.ts';

/** Local learning: the unit listens for new sensors, and the user adds those that are meant for it. */
export function LearningPage({ deviId }: { deviId: number }) {
  return <SensorPageFrame deviId={deviId}>{(device) => <Learning device={device} />}</SensorPageFrame>;
}

type LearningState = Output<'getLearning'>;

function useLearning(deviId: number) {
  const cache = useQueryClient();
  const query = apiQuery('getLearning', { params: { deviId } });
  const read = useQuery(query);
  const { submit, busy, failure } = useSubmit();
  const set = (learning: LearningState | undefined) =>
    learning && cache.setQueryData(query.queryKey, learning);
  const ask = async (name: 'startLearning' | 'stopLearning') =>
    set(await submit(() => call(name, { params: { deviId } })));
  const run: Run | undefined = read.data && {
    state: read.data.state,
    remaining: read.data.learningRemaining,
    readAt: read.dataUpdatedAt,
  };
  useRunEnd(run, {
    stop: () => void call('stopLearning', { params: { deviId } }).then(set, () => undefined),
    refetch: () => void read.refetch(),
  });
  useRunMessages(
    'localLearning',
    { deviId, active: run !== undefined && isUnderWay(run), id: 'id' },
    (heard) =>
      cache.setQueryData(
        query.queryKey,
        (before) => before && { ...before, sensors: merged(before.sensors, heard) },
      ),
  );
  return { ...read, run, busy, failure, set, ask };
}

/** What was heard before, with what is heard now in its place; new ones at the end. */
function merged(before: readonly LearningSensor[], heard: readonly LearningSensor[]): LearningSensor[] {
  const byId = new Map(before.map((sensor) => [sensor.id, sensor]));
  for (const sensor of heard) byId.set(sensor.id, { ...byId.get(sensor.id), ...sensor });
  return [...byId.values()];
}

function Learning({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviId } = device;
  const learning = useLearning(deviId);
  const refresh = useRefreshSensors(deviId);
  const { data, error, refetch } = learning;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={280} />;
  return (
    <Stack>
      <div>
        <h2 className={styles.title}>{t('sensors.learning.title')}</h2>
        <Text size="sm">{t('sensors.learning.help')}</Text>
      </div>
      <Controls device={device} learning={learning} data={data} />
      <div className={styles.parts}>
        <section className={styles.part}>
          <h2 className={styles.title}>{t('sensors.learning.newSensors')}</h2>
          <Text size="sm" role="status" className={styles.dim}>
            {isUnderWay(data) && data.sensors.length === 0 ? t('sensors.learning.waiting') : ''}
          </Text>
          <FoundSensors deviId={deviId} sensors={data.sensors} onAdded={learning.set} />
          <div className={styles.bar}>
            <Button size="xs" variant="default" onClick={() => void openBySerial(deviId, refresh)}>
              {t('sensors.learning.bySerial')}
            </Button>
          </div>
        </section>
        <Existing deviId={deviId} />
      </div>
    </Stack>
  );
}

function Controls({
  device: { deviId, dehaId },
  learning: { run, busy, failure, ask },
  data,
}: {
  device: DeviceDetail;
  learning: ReturnType<typeof useLearning>;
  data: LearningState;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remaining = useRemaining(run);
  const { state, sensors } = data;
  const leave = () =>
    navigate({
      to: '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
      params: {
        deviId: String(deviId),
        dehaId: String(dehaId),
        tab: 'sensor',
        part: undefined,
        item: undefined,
      },
    });
  async function finish() {
    const left = sensors.filter(({ added, pending }) => !added && !pending).length;
    const sure =
      left === 0 ||
      (await confirm({
        title: t('sensors.learning.unaddedTitle'),
        body: t('sensors.learning.unadded', { count: left }),
        cancel: t('sensors.learning.goOn'),
        proceed: t('sensors.learning.finish'),
      }));
    if (!sure) return;
    await ask('stopLearning');
    await leave();
  }
  return (
    <div className={styles.bar}>
      {state === 'active' || state === 'ending' ? (
        <Button loading={busy || state === 'ending'} onClick={() => void finish()}>
          {t('sensors.learning.finish')}
        </Button>
      ) : (
        <Button loading={busy || state === 'starting'} onClick={() => void ask('startLearning')}>
          {t('sensors.learning.start')}
        </Button>
      )}
      <Button variant="default" onClick={() => void leave()}>
        {t('sensors.learning.cancel')}
      </Button>
      <Text size="sm" className={styles.dim} role="status">
        {state === 'starting' && t('sensors.learning.starting')}
        {state === 'ending' && t('sensors.learning.ending')}
      </Text>
      {/* Not announced: it changes every second. */}
      <Text size="sm">{state === 'active' && t('sensors.learning.remaining', { time: remaining })}</Text>
      <Failure text={failure} />
    </div>
  );
}

function Existing({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const { data } = useSensors(deviId);
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('sensors.learning.existing')}</h2>
      {data?.sensors.length === 0 && <Text size="sm">{t('sensors.learning.noneExisting')}</Text>}
      <ul className={styles.found} aria-label={t('sensors.learning.existing')}>
        {data?.sensors.map(({ sensor }) => (
          <li key={sensor.deseId}>
            <SensorTypeMark code={sensor.type.code} />
            <span>{words.name(sensor)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
