import { Button } from '@mantine/core';
import { IconRotate2 } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useAlarmActions } from './use-alarm-actions.tsx';

/** Reopens a reset alarm, where the server allows it. A failure is shown beside the button. */
export function ReopenButton({ alarm, onReopened }: { alarm: Alarm; onReopened?: () => void }) {
  const { t } = useTranslation();
  const { reopen, busy, failure } = useAlarmActions(alarm);
  if (!alarm.abilities.includes('reopen')) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRotate2 size={16} aria-hidden />}
        aria-busy={busy}
        aria-label={t('alarms.reopenOf', { name: alarm.deviceName })}
        onClick={() => void reopen().then((done) => done && onReopened?.())}
      >
        {t('alarms.reopen')}
      </Button>
      {failure && <span role="alert">{failure}</span>}
    </>
  );
}
