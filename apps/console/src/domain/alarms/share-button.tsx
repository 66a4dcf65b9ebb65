import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withAdministrationTexts } from '#texts/i18n.ts';
import type { SharedAlarm } from './share-dialog.tsx';

/** Opens the dialog that shares an alarm. `name`: of the alarm, in its title. */
export function ShareButton({ alarm, name }: { alarm: SharedAlarm; name: string }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);

  async function share(): Promise<void> {
    const dialog = await withAdministrationTexts(() => import('./share-dialog.tsx')).catch(() => null);
    setFailed(dialog === null);
    await dialog?.askRecipients(alarm, name);
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={() => void share()}
      >
        {t('alarms.share')}
      </Button>
      {failed && <span role="alert">{t('common.partFailed')}</span>}
    </>
  );
}
