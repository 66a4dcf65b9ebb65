import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** In the place of a part of the header that could not be rendered. */
export function HeaderFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <span role="alert">
      <span>{t('common.cannotShow')}</span>{' '}
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </span>
  );
}
