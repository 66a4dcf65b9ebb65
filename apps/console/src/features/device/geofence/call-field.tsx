import { Alert, Checkbox } from '@mantine/core';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useTranslation } from 'react-i18next';
import { missingText } from '#domain/event-setup/channel-texts.ts';

interface CallFieldProps {
  values: GeofenceForm;
  change: (changed: Partial<GeofenceForm>) => void;
  /** A provider of calls is set up. */
  canCall: boolean;
}

/** Whether the alarm of the fence is told by a call as well. */
export function CallField({ values: { alertByCall }, change, canCall }: CallFieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('geofence.alertByCall')}
        description={t('geofence.alertByCallHelp')}
        checked={alertByCall}
        onChange={({ currentTarget }) => change({ alertByCall: currentTarget.checked })}
      />
      {alertByCall && !canCall && (
        <Alert color="yellow" role="status">
          {missingText(t, 'call')}
        </Alert>
      )}
    </>
  );
}
