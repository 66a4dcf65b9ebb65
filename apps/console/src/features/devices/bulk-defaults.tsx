import { useQuery } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { mostPreviewed } from '@varde/contract/forms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkProps, divided } from './bulk-props.ts';

/** Gives devices the default settings of their customers. */
export function BulkDefaults(props: BulkProps) {
  const { affected: open } = divided(props.devices, ({ abilities }) => abilities.includes('settings'));
  const deviIds = open.map(({ deviId }) => deviId);
  const { data, error, refetch } = useQuery({
    queryKey: ['bulkDefaults', deviIds],
    queryFn: () => previewOf(deviIds),
    gcTime: 0,
  });
  if (!data) return <LoadState error={error} onRetry={refetch} height={240} />;
  return <PreviewedDefaults {...props} previewed={data} />;
}

type Changes = ReadonlyMap<number, number>;

function PreviewedDefaults({ devices, previewed, ...dialog }: BulkProps & { previewed: Changes }) {
  const { t } = useTranslation();
  const [changes] = useState(previewed); // as it was when it was shown, also when the work has changed it
  const { affected, excluded } = divided(devices, ({ deviId }) => (changes.get(deviId) ?? 0) > 0);
  const count = affected.length;
  return (
    <BulkDialog
      {...{ affected, excluded, ...dialog }}
      reason={t('bulk.defaultsUnchanged')}
      preview={count === 0 ? null : t('bulk.defaultsPreview', { count })}
      proceed={t('bulk.defaultsAll', { count })}
      present={({ deviId }) => t('bulk.defaultsChanges', { count: changes.get(deviId) ?? 0 })}
      work={applyTo}
    />
  );
}

/** How many settings would change, by device. */
async function previewOf(deviIds: readonly number[]): Promise<Changes> {
  const found = new Map<number, number>();
  for (let from = 0; from < deviIds.length; from += mostPreviewed) {
    const body = { deviIds: deviIds.slice(from, from + mostPreviewed) };
    const { devices } = await call('previewDefaultSettings', { body }, { repeatable: true });
    for (const { deviId, changes } of devices) found.set(deviId, changes);
  }
  return found;
}

async function applyTo({ deviId }: ListedDevice): Promise<'defaultsSet' | 'defaultsBefore'> {
  const { changes } = await call('applyDefaultSettings', { params: { deviId } });
  return changes > 0 ? 'defaultsSet' : 'defaultsBefore';
}
