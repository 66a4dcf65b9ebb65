import { Group, Text } from '@mantine/core';
import { IconFileExport, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { settingsOnTab } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { routes } from '@varde/contract/routes';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, urlOf } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { downloadFrom } from '#domain/export/csv.ts';
import { useReader } from '#domain/export/download-button.tsx';
import { PositionsNotice } from '#domain/positions/positions-notice.tsx';
import { useAfterNotice } from '#domain/positions/use-after-notice.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { SettingsTab } from '../form/settings-tab.tsx';
import { definitionsOf } from '../form/use-settings-draft.ts';
import styles from '../tab/sections.module.css';
import type { TabProps } from '../tab/tab-props.ts';
import { SignalReportButton } from './signal-report-button.tsx';
import { UnavailableButton } from './unavailable-button.tsx';

/** The logs of a device, its reports, and how long its log is kept. */
export function LogsTab({ device, tab }: TabProps) {
  const { t } = useTranslation();
  const hasWalkTest = hardwareById(device.dehaId)?.capabilities.walkTest ?? false;
  const mayReport = device.abilities.includes('personalData');
  const helpId = useId();
  return (
    <div className={styles.sections}>
      <Section title={t('deviceLogs.logs')}>
        <DeviceActionButtons device={device} place="logs" />
      </Section>
      <Section title={t('deviceLogs.reports')}>
        {hasWalkTest && <SignalReportButton device={device} />}
        {mayReport && <GdprReport device={device} helpId={helpId} />}
        {/* Later for users who may see the logs (specification 2, section 2): administrators have the GDPR report. */}
        <UnavailableButton
          icon={<IconFileExport size={16} aria-hidden />}
          reason={t('deviceLog.exportPersonalDataLater')}
        >
          {t('deviceLog.exportPersonalData')}
        </UnavailableButton>
        {mayReport && (
          <Text id={helpId} size="xs" c="dimmed" w="100%">
            {t('deviceLogs.gdprReportHelp')}
          </Text>
        )}
      </Section>
      <LogSettings {...{ device, tab }} />
    </div>
  );
}

/** For users who may see settings of this tab. */
function LogSettings({ device, tab }: Pick<TabProps, 'device' | 'tab'>) {
  const { data } = useQuery(apiQuery('getSettings', { params: { deviId: device.deviId } }));
  const shown = data === undefined ? [] : settingsOnTab(hardwareById(data.dehaId), tab, definitionsOf(data));
  return shown.length === 0 ? null : <SettingsTab {...{ device, tab }} />;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <Group gap="xs">{children}</Group>
    </section>
  );
}

/** Everything that is held about the present wearer, as a file: the export of personal data of the running period. */
function GdprReport({ device: { deviId }, helpId }: Pick<TabProps, 'device'> & { helpId: string }) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const [none, setNone] = useState(false);
  const { language } = useReader();
  const { begin, onConfirm } = useAfterNotice(() => void open());
  async function open() {
    setNone(false);
    const wearer = await submit(() => call('getWearerData', { params: { deviId } }));
    if (!wearer) return;
    const running = wearer.periods.find(({ endsAt }) => endsAt === null);
    if (running === undefined) return setNone(true);
    const { assignmentId } = running;
    downloadFrom(urlOf(routes.exportWearerData, { params: { assignmentId }, query: { language } }));
  }
  return (
    <>
      <SteadyButton
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconFileText size={16} aria-hidden />}
        aria-describedby={helpId}
        onClick={begin}
      >
        {t('deviceLogs.gdprReport')}
      </SteadyButton>
      {onConfirm && <PositionsNotice onConfirm={onConfirm} />}
      <Failure text={none ? t('deviceLogs.noPeriod') : failure} />
    </>
  );
}
