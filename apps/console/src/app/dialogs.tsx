import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Draws the dialogs that `openDialog` opens. Loaded at the first user input. */
export function Dialogs({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation();
  useEffect(onReady, [onReady]);
  const modalProps = {
    centered: true,
    closeButtonProps: { 'aria-label': t('common.close') },
    // The dialog's own <header> would count as a second banner of the page.
    attributes: { header: { role: 'presentation' } },
  };
  return <ModalsProvider modalProps={modalProps} />;
}
