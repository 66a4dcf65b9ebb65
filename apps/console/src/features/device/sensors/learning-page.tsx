import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import type { LearningSensor } from '@varde/contract/sensors';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { openBySerial } from './by-serial-dialog.tsx';
import { FoundSensors } from './found-sensors.tsx';
import { SensorPageFrame } from './sensor-page-frame.tsx';
import { useRefreshSensors, useSensors } from './sensor-queries.ts';
import { SensorTypeMark } from './sensor-type.tsx';
import styles from './sensors.module.css';
import { isUnderWay, type Run, useRemaining, useRunEnd, useRunMessages } from './use-run.ts';
import { useSensorWords } from './use-sensor-words.ts';
import { useWayToSensors } from './use-way-to-sensors.ts';

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
  const set = (learning: LearningState | undefined) => learning && cache.setQueryData(query.queryKey, learning);
  const ask = async (name: 'startLearning' | 'stopLearning') =>
    set(await submit(() => call(name, { params: { deviId } })));
  const run: Run | undefined = read.data && {
    state: read.data.state,
    remaining: read.data.learningRemaining,
    readAt: read.dataUpdatedAt,
  };
  const cutOff = useRunEnd(run, {
    key: `learning ${deviId}`,
    stop: () => call('stopLearning', { params: { deviId } }).then(set),
    refetch: () => void read.refetch(),
  });
  useRunMessages('localLearning', { deviId, active: run !== undefined && isUnderWay(run), id: 'id' }, (heard) =>
    cache.setQueryData(query.queryKey, (before) => before && { ...before, sensors: merged(before.sensors, heard) }),
  );
  return { ...read, run, cutOff, busy, failure, set, ask };
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
  if (!data) return <LoadState error={error} onRetry={refetch} height={280} />;
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
            {isUnderWay(data) && learning.cutOff === null && data.sensors.length === 0
              ? t('sensors.learning.waiting')
              : ''}
          </Text>
          <FoundSensors
            label={t('sensors.learning.newSensors')}
            deviId={deviId}
            sensors={data.sensors}
            onAdded={learning.set}
          />
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

interface ControlsProps {
  device: DeviceDetail;
  learning: ReturnType<typeof useLearning>;
  data: LearningState;
}

function Controls({ device, learning: { run, cutOff, busy, failure, ask }, data }: ControlsProps) {
  const { t } = useTranslation();
  const remaining = useRemaining(run);
  const mayLeave = useUnaddedQuestion(data);
  const leave = useWayToSensors(device);
  const state = cutOff ?? data.state;
  const isOver = state !== 'active' && state !== 'ending';
  const help = useId();
  async function finish() {
    if (!(await mayLeave())) return;
    await ask('stopLearning');
    await leave({ ignoreBlocker: true });
  }
  return (
    <div className={styles.bar}>
      {isOver ? (
        <SteadyButton
          loading={busy || state === 'starting'}
          disabled={cutOff !== null}
          onClick={() => void ask('startLearning')}
        >
          {t('sensors.learning.start')}
        </SteadyButton>
      ) : (
        <SteadyButton aria-describedby={help} loading={busy || state === 'ending'} onClick={() => void finish()}>
          {t('sensors.learning.finish')}
        </SteadyButton>
      )}
      <Button variant="default" aria-describedby={help} onClick={() => void leave()}>
        {t('sensors.learning.cancel')}
      </Button>
      <Text size="sm" className={styles.dim} role="status">
        {(state === 'starting' || state === 'ending') && t(`sensors.learning.${state}`)}
      </Text>
      {/* Not announced: it changes every second. */}
      <Text size="sm">{state === 'active' && t('sensors.learning.remaining', { time: remaining })}</Text>
      <Failure text={cutOff === null ? failure : t(`sensors.learning.${cutOff}`)} />
      <Text id={help} size="sm" w="100%" className={styles.dim}>
        {t(isOver ? 'sensors.learning.cancelHelp' : 'sensors.learning.waysOut')}
      </Text>
    </div>
  );
}

/** Asks before the page is left while sensors that were heard on it are not added; gives the same question. */
function useUnaddedQuestion(learning: LearningState): () => Promise<boolean> {
  const { t } = useTranslation();
  // Those of an earlier run may stay unheeded: a neighbour's sensors are heard as well.
  const [wasWatched, setWasWatched] = useState(false);
  if (!wasWatched && isUnderWay(learning)) setWasWatched(true);
  const left = learning.sensors.filter(({ added, pending }) => !added && !pending).length;
  const isAsked = wasWatched && left > 0;
  const mayLeave = async () =>
    !isAsked ||
    (await confirm({
      title: t('sensors.learning.unaddedTitle'),
      body: t('sensors.learning.unadded', { count: left }),
      cancel: t('sensors.learning.goOn'),
      proceed: t('sensors.learning.finish'),
    }));
  useBlocker({
    disabled: !isAsked,
    enableBeforeUnload: false,
    shouldBlockFn: async () => !(await mayLeave()),
  });
  return mayLeave;
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
