import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconPlus, IconUnlink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import type { Twin } from '@varde/contract/twins';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import type { TabProps } from '../tab/tab-props.ts';

/** The twin of a device: its serial number and the actions on the pair, or the way to add one. */
export function TwinTab({ device }: TabProps) {
  const { t } = useTranslation();
  const input = { params: { deviId: device.deviId } };
  const { data: twin, error, refetch } = useQuery(apiQuery('getTwin', input));
  if (!twin) return <LoadState error={error} onRetry={refetch} height={120} />;
  const mayChange = twin.abilities.includes('change');
  return (
    <Stack align="flex-start">
      {twin.twinDevice ? (
        <Text size="sm">
          {t('twin.has')} <TwinSerial serial={twin.twinDevice.deviceSerialNumber} />
        </Text>
      ) : (
        <Text size="sm">{t('twin.none')}</Text>
      )}
      {mayChange && twin.twinDevice && <PairActions device={device} serial={twin.twinDevice.deviceSerialNumber} />}
      {mayChange && !twin.twinDevice && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to="/add_varde/twin={$deviceId}" params={{ deviceId: String(device.deviId) }} />
          )}
        >
          {t('twin.add')}
        </Button>
      )}
      <LearnMore address={twin.twinLearn} />
    </Stack>
  );
}

/** Links to the list, searched by the serial number. */
function TwinSerial({ serial }: { serial: string }) {
  return (
    <Anchor renderRoot={(props) => <Link {...props} to="/vardes/search={$serial}" params={{ serial }} />}>
      {serial}
    </Anchor>
  );
}

function LearnMore({ address }: { address: Twin['twinLearn'] }) {
  const { t } = useTranslation();
  return (
    <Anchor href={`#${address}`} size="sm">
      {t('twin.learn')}
    </Anchor>
  );
}

function PairActions({ device, serial }: { device: DeviceDetail; serial: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const values = { name: device.deviceName, serial };

  async function change(action: 'deleteTwin' | 'swapTwin') {
    const yes = await confirm({
      title: t(`twin.${action}.name`),
      body: t(`twin.${action}.body`, values),
      cancel: t('common.cancel'),
      proceed: t(`twin.${action}.name`),
    });
    if (!yes) return;
    const done = await submit(() => call(action, { params: { deviId: device.deviId } }));
    if (!done) return;
    notifyDone(t(`twin.${action}.done`, values));
    await cache.invalidateQueries();
  }
  return (
    <Group gap="xs">
      <SteadyButton
        variant="default"
        loading={busy}
        leftSection={<IconArrowsExchange size={16} aria-hidden />}
        onClick={() => void change('swapTwin')}
      >
        {t('twin.swapTwin.name')}
      </SteadyButton>
      <SteadyButton
        variant="default"
        loading={busy}
        leftSection={<IconUnlink size={16} aria-hidden />}
        onClick={() => void change('deleteTwin')}
      >
        {t('twin.deleteTwin.name')}
      </SteadyButton>
      <Failure text={failure} />
    </Group>
  );
}
