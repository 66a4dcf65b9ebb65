import { Button } from '@mantine/core';
import { IconArrowForwardUp } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useAlarmActions } from './use-alarm-actions.tsx';

/** Hands a claimed alarm over to a colleague, where the server allows it. A failure is shown beside the button. */
export function HandOverButton({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { handOver, busy, failure } = useAlarmActions(alarm);
  if (!alarm.abilities.includes('handOver')) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowForwardUp size={16} aria-hidden />}
        aria-busy={busy}
        onClick={() => void handOver()}
      >
        {t('alarms.handOver')}
      </Button>
      {failure && <span role="alert">{failure}</span>}
    </>
  );
}
