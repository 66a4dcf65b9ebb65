import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import type { LocationDraft } from './location-draft.ts';

interface ShareFieldsProps {
  device: DeviceDetail;
  draft: LocationDraft;
  onChange: (fields: Partial<LocationDraft>) => void;
}

/** With which customer a location is shared, and whether it stays bound to the device. */
export function ShareFields({ device: { deviId }, draft: { custId, ...draft }, onChange }: ShareFieldsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery('getCustomersForIndoor', { params: { deviId } }));
  const customers = data?.customers ?? [];
  if (customers.length === 0) return null;
  return (
    <Stack gap="xs" maw={420}>
      <NativeSelect
        label={t('indoor.share.label')}
        description={t('indoor.share.help')}
        value={String(custId)}
        data={[
          { value: '0', label: t('indoor.share.own') },
          ...customers.map(({ custId: value, firmName: label }) => ({ value: String(value), label })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          // The own one of no device would be lost.
          onChange({ custId: Number(value), ...(value === '0' && { deviId }) })
        }
      />
      {custId > 0 && (
        <Checkbox
          label={t('indoor.share.bound')}
          checked={draft.deviId === deviId}
          onChange={({ currentTarget: { checked } }) => onChange({ deviId: checked ? deviId : 0 })}
        />
      )}
    </Stack>
  );
}
