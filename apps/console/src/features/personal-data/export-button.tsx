import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { routes } from '@varde/contract/routes';
import { useTranslation } from 'react-i18next';
import { urlOf } from '#data/api/call.ts';
import { downloadFrom } from '#domain/export/csv.ts';
import { useReader } from '#domain/export/download-button.tsx';
import { PositionsNotice } from '#domain/positions/positions-notice.tsx';
import { useAfterNotice } from '#domain/positions/use-after-notice.ts';

interface ExportButtonProps {
  call: 'exportUserData' | 'exportWearerData';
  params: Record<string, number>;
  /** Name of the person. */
  name: string;
}

/** The browser streams the file to disk: years of positions do not fit into a page's memory. */
export function ExportButton({ call, params, name }: ExportButtonProps) {
  const { t } = useTranslation();
  const { language } = useReader();
  const download = () => downloadFrom(urlOf(routes[call], { params, query: { language } }));
  const { begin, onConfirm } = useAfterNotice(download);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={t('personalData.exportOf', { name })}
        onClick={call === 'exportWearerData' ? begin : download}
      >
        {t('personalData.export')}
      </Button>
      {onConfirm && <PositionsNotice onConfirm={onConfirm} />}
    </>
  );
}
