import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#kit/page-title.tsx';
import { StatePanel } from '#ui/state-panel.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle text={t('shell.notFound')} />
      <StatePanel
        page
        icon={<IconMapQuestion size={26} />}
        title={t('shell.notFound')}
        body={t('shell.notFoundHelp')}
        action={<Button renderRoot={(props) => <Link {...props} to="/vardes" />}>{t('shell.toDevices')}</Button>}
      />
    </>
  );
}
