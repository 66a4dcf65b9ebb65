import { Group } from '@mantine/core';
import { exportKinds } from '@varde/contract/export-kinds';
import { useTranslation } from 'react-i18next';
import type { LogChoice } from '#data/live/belongs-to-log.ts';
import { DownloadButton, useReader } from '#domain/export/download-button.tsx';

/** The whole log that is chosen, as a file: for users with the policy of the device's logs. */
export function LogExports({ deviId, choice }: { deviId: number; choice: LogChoice }) {
  const { t } = useTranslation();
  const reader = useReader();
  return (
    <Group gap={8}>
      {(['csv', 'pdf'] as const).map((kind) => (
        <DownloadButton
          key={kind}
          call="exportTransactions"
          input={{ params: { deviId }, query: { ...choice, ...reader, kind: exportKinds[kind] } }}
          label={t(`deviceLog.export.${kind}`)}
        />
      ))}
    </Group>
  );
}
