import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadIfPossible } from '#ui/console-version.ts';
import { StatePanel } from '#ui/state-panel.tsx';

interface LoadFailedProps {
  title: string;
  /** It is the only content of the page. */
  page?: boolean;
  /** Resolves to whether the code is loaded now. */
  onRetry: () => Promise<boolean>;
}

/**
 * Replaces a part whose code could not be loaded. A retry imports it again. When that fails although the server
 * answers, the browser has cached the failure or another version is installed, and only a reload helps.
 */
export function LoadFailed({ title, page = false, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    if (!(await onRetry())) await reloadIfPossible();
    setBusy(false);
  }
  return (
    <StatePanel
      role="alert"
      page={page}
      icon={<IconCloudOff size={26} />}
      title={title}
      body={t('common.loadFailedHelp')}
      action={
        <Button variant="default" aria-busy={busy} onClick={() => void retry()}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

/** In the place of a part of a page. */
export function NotLoaded({ onRetry }: Pick<LoadFailedProps, 'onRetry'>) {
  const { t } = useTranslation();
  return <LoadFailed title={t('common.cannotShow')} onRetry={onRetry} />;
}
