import { Text } from '@mantine/core';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkProps, divided } from './bulk-props.ts';

/** Tests devices with find-me: those that receive it play a sound. */
export function BulkFindMe({ devices, ...dialog }: BulkProps) {
  const { t } = useTranslation();
  const { affected, excluded } = divided(devices, ({ actions }) => actions.includes('findMe'));
  const count = affected.length;
  return (
    <BulkDialog
      {...{ affected, excluded, ...dialog }}
      reason={t('bulk.noFindMe')}
      choice={<Text size="sm">{t('bulk.findMeHelp')}</Text>}
      preview={t('bulk.findMePreview', { count })}
      proceed={t('bulk.findMeAll', { count })}
      work={findMe}
    />
  );
}

/** The device has not answered yet: its page shows later whether it does. */
async function findMe({ deviId, connected }: ListedDevice): Promise<'queued' | 'queuedAway'> {
  await call('performAction', { params: { deviId, action: 'findMe' }, body: {} });
  return connected ? 'queued' : 'queuedAway';
}
