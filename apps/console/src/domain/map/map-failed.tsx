import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MapFailedProps {
  text: string;
  onRetry: () => void;
  className?: string | undefined;
}

/** In front of a map that the browser cannot draw, or no longer draws. */
export function MapFailed({ text, onRetry, className }: MapFailedProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={6} align="flex-start" role="status" className={className ?? ''}>
      <Text size="sm">{text}</Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Stack>
  );
}
