import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';

interface ShareFieldsProps {
  deviId: number;
  /** The customer that the fence is shared with as it is stored. */
  existing: number | null;
  values: GeofenceForm;
  change: (changed: Partial<GeofenceForm>) => void;
}

/** Whether other devices may reuse the fence; nothing for users who may share it with nobody. */
export function ShareFields({ deviId, existing, values: { share, sharedCustId }, change }: ShareFieldsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery('listGeofenceCustomers', { params: { deviId } }));
  const customers = data?.customers ?? [];
  if (data === undefined || customers.length === 0) return null;
  const usual = customers.find(({ custId }) => custId === data.custId) ?? customers[0];
  return (
    <>
      <Checkbox
        label={t('geofence.share')}
        description={t('geofence.shareHelp')}
        checked={share}
        onChange={({ currentTarget: { checked } }) =>
          change({ share: checked, sharedCustId: checked ? (existing ?? usual?.custId ?? null) : null })
        }
      />
      {share && (
        <NativeSelect
          label={t('geofence.sharedWith')}
          value={String(sharedCustId)}
          data={customers.map(({ custId, firmName }) => ({ value: String(custId), label: firmName }))}
          onChange={({ currentTarget }) => change({ sharedCustId: Number(currentTarget.value) })}
        />
      )}
    </>
  );
}
