import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { routes } from '@varde/contract/routes';
import { useTranslation } from 'react-i18next';
import { urlOf } from '#data/api/call.ts';

interface ExportButtonProps {
  call: 'exportUserData' | 'exportWearerData';
  params: Record<string, number>;
  /** Name of the person. */
  name: string;
}

/** A link, so that the browser streams the file to disk: years of positions do not fit into a page's memory. */
export function ExportButton({ call, params, name }: ExportButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      component="a"
      href={urlOf(routes[call], { params })}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('personalData.exportOf', { name })}
    >
      {t('personalData.export')}
    </Button>
  );
}
