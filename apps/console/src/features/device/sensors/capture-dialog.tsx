import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routes } from '@varde/contract/routes';
import type { Capture, Sensor } from '@varde/contract/sensors';
import i18next from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, urlOf } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { reasonText } from '#domain/device/command-state.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './capture-dialog.module.css';

/** How often the image is read again (specification 2, section 9 "sensor image refresh"). */
const refreshMs = 5000;

interface CaptureProps {
  deviId: number;
  sensor: Sensor;
  name: string;
}

/** Has the camera of a sensor take a picture, and shows it. */
export function openCapture(asked: CaptureProps): Promise<unknown> {
  return openDialog({
    title: i18next.t('sensors.capture.title', { name: asked.name }),
    content: (close) => <CaptureImage {...asked} onClose={() => close()} />,
  });
}

function CaptureImage({ deviId, sensor, name, onClose }: CaptureProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const words = useCaptureWords();
  const { submit, busy, failure } = useSubmit();
  const { deseId, gatewayId } = sensor;
  const query = apiQuery('getCapture', { params: { deviId, sensorId: deseId } });
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...query, refetchInterval: refreshMs, staleTime: 0 });
  const unshown = useRef<number | null>(null);
  if (!data) return <LoadState error={error} onRetry={refetch} height={320} />;
  async function take() {
    const asked = await submit(() => call('captureImage', { params: { deviId }, body: { gatewayId } }));
    if (asked === undefined) return;
    await cache.cancelQueries({ queryKey: query.queryKey }); // one that was asked for before has the former picture
    cache.setQueryData(query.queryKey, asked);
  }
  const { state, at } = data;
  /** It may have been deleted meanwhile: asked once, since one that is no picture fails each time it is read. */
  function onUnshown() {
    if (unshown.current === at) return;
    unshown.current = at;
    void refetch();
  }
  const again = state === 'taken' ? 'again' : 'retry';
  return (
    <Stack>
      <Text size="sm">{t('sensors.capture.help')}</Text>
      <div className={styles.frame}>
        {state === 'taken' ? (
          <img
            className={styles.image}
            src={urlOf(routes.getSensorImage, { params: { deseId }, query: { timestamp: dataUpdatedAt } })}
            alt={t('sensors.capture.alt', { name })}
            onError={onUnshown}
          />
        ) : (
          <Mark state={state} />
        )}
      </div>
      <Text size="sm" role="status">
        {words(data)}
      </Text>
      <Failure text={failure} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <SteadyButton
          loading={busy || state === 'waiting'}
          leftSection={<IconCamera size={16} aria-hidden />}
          onClick={() => void take()}
        >
          {t(state === 'none' || state === 'waiting' ? 'sensors.capture.take' : `sensors.capture.${again}`)}
        </SteadyButton>
      </Group>
    </Stack>
  );
}

function Mark({ state }: Pick<Capture, 'state'>) {
  if (state === 'waiting') return <Loader aria-hidden />;
  const Icon = state === 'failed' ? IconCameraOff : IconCamera;
  return <Icon size={40} aria-hidden />;
}

/** What became of the image, and when. */
function useCaptureWords(): (capture: Capture) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ state, at, reason, answer }) => {
    if (state === 'taken' && at !== null) return t('sensors.capture.taken', { time: formats.exact(at) });
    if (state !== 'failed') return t(`sensors.capture.${state === 'waiting' ? state : 'none'}`);
    const why = reason === null || reason === 'noImage' ? t('sensors.capture.noImage') : reasonText(reason);
    const own = answer === null ? [] : [t('commandStates.answer', { answer })];
    return [t('sensors.capture.failed'), why, ...own].join(' ');
  };
}
