import { IconAntennaBars5 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { UnavailableButton } from './unavailable-button.tsx';

/** Opens what a home unit measured in its last walk test; disabled while it has measured nothing. */
export function SignalReportButton({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  const { data, isError } = useQuery(apiQuery('getWalkTest', { params: { deviId: device.deviId } }));
  const icon = <IconAntennaBars5 size={16} aria-hidden />;
  if (isError || data?.sensors.every(({ signalStrength }) => signalStrength === null))
    return (
      <UnavailableButton
        icon={icon}
        reason={t(isError ? 'deviceLogs.signalReportFailed' : 'deviceLogs.signalReportNone')}
      >
        {t('deviceLogs.signalReport')}
      </UnavailableButton>
    );
  const open = async () => {
    const dialog = await import('./signal-report-dialog.tsx').catch(() => null);
    setFailed(dialog === null);
    if (data) dialog?.openSignalReport(device, data.sensors);
  };
  return (
    <>
      <SteadyButton size="xs" variant="default" loading={!data} leftSection={icon} onClick={() => void open()}>
        {t('deviceLogs.signalReport')}
      </SteadyButton>
      {failed && <span role="alert">{t('common.partFailed')}</span>}
    </>
  );
}
