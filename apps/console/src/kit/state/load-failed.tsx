import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfuzed } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadIfPossible } from '#ui/console-version.ts';
import { StatePanel } from '#ui/state-panel.tsx';

interface LoadFailedProps {
  title: string;
  /** It was loaded, and then failed. */
  crashed?: boolean | undefined;
  /** It is the only content of the page. */
  page?: boolean;
  /** Resolves to whether the code is loaded now. */
  onRetry: () => Promise<boolean>;
}

/**
 * Replaces a part whose code could not be loaded, or that could not be rendered. A retry imports it, or renders it, again.
 * When that fails although the server answers, the browser has cached the failure or another version is installed, and
 * only a reload helps.
 */
export function LoadFailed({ title, crashed = false, page = false, onRetry }: LoadFailedProps) {
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
      icon={crashed ? <IconMoodConfuzed size={26} /> : <IconCloudOff size={26} />}
      title={title}
      body={t(crashed ? 'common.crashedHelp' : 'common.loadFailedHelp')}
      action={
        <Button variant="default" aria-busy={busy} onClick={() => void retry()}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

/** In the place of a part of a page. */
export function NotLoaded(props: Pick<LoadFailedProps, 'onRetry' | 'crashed'>) {
  const { t } = useTranslation();
  return <LoadFailed title={t('common.cannotShow')} {...props} />;
}
