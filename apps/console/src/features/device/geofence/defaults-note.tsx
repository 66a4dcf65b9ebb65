import { Alert } from '@mantine/core';
import type { Geofence } from '@varde/contract/geofences';
import { useTranslation } from 'react-i18next';

/** Says that the device has fences from the standard settings of its customer. */
export function DefaultsNote({ fences }: { fences: readonly Pick<Geofence, 'copy'>[] }) {
  const { t } = useTranslation();
  return fences.some(({ copy }) => copy) ? <Alert role="note">{t('geofence.fromDefaults')}</Alert> : null;
}
