import { Button } from '@mantine/core';
import { IconCloudOff, IconLock, IconMoodConfuzed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { StatePanel } from '#ui/state-panel.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** It is the only content of the page. */
  page?: boolean;
}

/** The reason why content cannot be shown, and a way to retry. */
export function ErrorState({ error, onRetry, page = false }: ErrorStateProps) {
  const { t } = useTranslation();
  const refused = errorCodeOf(error);
  // What the address of a page names, as a word for the number of a device, cannot exist.
  const code = page && refused === 'validationFailed' ? 'notFound' : refused;
  const forbidden = code === 'notAllowed' || code === 'notFound';
  const offline = code === 'network' || code === 'unavailable';
  const Icon = forbidden ? IconLock : offline ? IconCloudOff : IconMoodConfuzed;
  return (
    <StatePanel
      role="alert"
      page={page}
      icon={<Icon size={26} />}
      title={forbidden ? t('common.cannotShow') : t('common.didNotWork')}
      body={t(`errors.${code}`)}
      action={
        !forbidden && (
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )
      }
    />
  );
}
