import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { exportKinds } from '@varde/contract/export-kinds';
import { useTranslation } from 'react-i18next';
import type { LogChoice } from '#data/live/belongs-to-log.ts';
import { DownloadButton, useReader } from '#domain/export/download-button.tsx';

/** After what is chosen has changed, the exports follow (specification 2, section 4 "Export data"). */
const rebuildMs = 1000;

/** The whole log that is chosen, as a file: for users with the policy of the device's logs. */
export function LogExports({ deviId, choice }: { deviId: number; choice: LogChoice }) {
  const { t } = useTranslation();
  const reader = useReader();
  const chosen = JSON.stringify(choice);
  const [exported] = useDebouncedValue(chosen, rebuildMs);
  return (
    <Group gap={8}>
      {(['csv', 'pdf'] as const).map((kind) => (
        <DownloadButton
          key={kind}
          call="exportTransactions"
          input={{ params: { deviId }, query: { ...choice, ...reader, kind: exportKinds[kind] } }}
          label={t(`deviceLog.export.${kind}`)}
          disabled={exported !== chosen}
        />
      ))}
    </Group>
  );
}
