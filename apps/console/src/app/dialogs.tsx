import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { forgetDrafts } from '#data/stored-drafts.ts';
import '@mantine/notifications/styles.layer.css';
// An alarm can be reset without a network for the console's parts, and after an upgrade: this and its texts are loaded.
import '#features/alarms/reset-dialog.tsx';
import { usePushCheck } from './use-push-check.ts';

/** Renders dialogs and notifications, which only follow user actions. Loaded at the first user input. */
export function Dialogs({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation();
  const { userId } = useSession();
  useEffect(onReady, [onReady]);
  usePushCheck();
  // Of a session that ended without a logout: this is loaded with the first sign of somebody there.
  useEffect(() => forgetDrafts({ userId }), [userId]);
  const modalProps = {
    centered: true,
    closeButtonProps: { 'aria-label': t('common.close') },
    // The dialog's own <header> would count as a second banner of the page.
    attributes: { header: { role: 'presentation' } },
  };
  return (
    <>
      <ModalsProvider modalProps={modalProps} />
      <Notifications position="bottom-right" />
    </>
  );
}
