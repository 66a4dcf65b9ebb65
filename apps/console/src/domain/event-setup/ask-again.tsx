import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './event-setup.module.css';

/** Says that a receiver's number waits to be confirmed, and asks once more. `onAsk`: null where the list is read only. */
export function AskAgain({ name, onAsk }: { name: string; onAsk: (() => Promise<unknown>) | null }) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const [isTooSoon, setIsTooSoon] = useState(false);
  async function ask() {
    setIsTooSoon(false);
    const asked = await submit(async () => {
      try {
        await onAsk?.();
        return true;
      } catch (error) {
        setIsTooSoon(errorCodeOf(error) === 'tooManyRequests');
        throw error;
      }
    });
    if (asked) notifyDone(t('eventSetup.askedAgain', { name }));
  }
  return (
    <>
      <span className={styles.warning}>
        <IconAlertTriangle size={16} aria-hidden /> {t('eventSetup.unconfirmed')}
      </span>
      {onAsk && (
        <Group gap="xs">
          <SteadyButton
            variant="default"
            size="xs"
            aria-label={t('eventSetup.askAgainOf', { name })}
            loading={busy}
            onClick={() => void ask()}
          >
            {t('eventSetup.askAgain')}
          </SteadyButton>
        </Group>
      )}
      <Failure text={isTooSoon ? t('eventSetup.askedToday') : failure} />
    </>
  );
}
