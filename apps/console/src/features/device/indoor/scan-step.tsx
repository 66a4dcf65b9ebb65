import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconWifi } from '@tabler/icons-react';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { Failure } from '#kit/form/failure.tsx';
import type { Scan } from './use-indoor-scan.ts';

interface ScanStepProps {
  device: DeviceDetail;
  scan: Scan;
  /** What follows when something was found, and its name. */
  next: { text: string; onNext: () => void };
}

/** A scan from its prompt to its result. */
export function ScanStep({ device, scan, next }: ScanStepProps) {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" aria-live="polite">
      <ScanState scan={scan} connected={device.connected} />
      <Failure text={scan.refused} />
      <Group>
        {(scan.state === 'running' || scan.state === 'found') && (
          <Button variant="default" onClick={scan.stop}>
            {t('common.cancel')}
          </Button>
        )}
        {scan.state === 'found' && <Button onClick={next.onNext}>{next.text}</Button>}
        {scan.state !== 'running' && scan.state !== 'found' && (
          <Button
            leftSection={<IconWifi size={16} aria-hidden />}
            disabled={!device.connected}
            onClick={() => void scan.start()}
          >
            {t(scan.state === 'idle' ? 'indoor.scan.start' : 'indoor.scan.again')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function ScanState({ scan: { state, points }, connected }: { scan: Scan; connected: boolean }) {
  const { t } = useTranslation();
  if (state === 'running')
    return (
      <Group gap="sm">
        <Loader size="sm" role="progressbar" aria-label={t('indoor.scan.running')} />
        <Text size="sm">{t('indoor.scan.running')}</Text>
      </Group>
    );
  if (state === 'found') return <Text fw={600}>{t('indoor.scan.found', { count: points.length })}</Text>;
  if (state === 'idle') return <Text size="sm">{t(connected ? 'indoor.scan.prompt' : 'indoor.scan.away')}</Text>;
  return (
    <div role="alert">
      <Text size="sm">{t(`indoor.scan.${state}`)}</Text>
      <Text size="xs" c="dimmed">
        {t('indoor.scan.code', { code: state })}
      </Text>
    </div>
  );
}
