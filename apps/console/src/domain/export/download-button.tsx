import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Input } from '#data/api/call.ts';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { timeZone } from '#ui/time-zone.ts';
import { type FileCall, useDownload } from './use-download.ts';

/** Language and time zone of the user, for exports of the server. */
export function useReader() {
  const { i18n } = useTranslation();
  const language: 'nb' | 'en' = i18n.language === 'en' ? 'en' : 'nb';
  return { language, timeZone: timeZone() };
}

interface DownloadButtonProps<N extends FileCall> {
  call: N;
  input: Input<N>;
  label: ReactNode;
  /** What it downloads is not settled yet. */
  disabled?: boolean;
}

/** Downloads a file; during the download it shows the size so far, and a press cancels it. */
export function DownloadButton<N extends FileCall>({ call, input, label, disabled = false }: DownloadButtonProps<N>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { start, cancel, received } = useDownload(call);
  if (received !== null)
    return (
      <Button variant="default" onClick={cancel}>
        {t('download.cancel', { size: formats.number(received / 1000) })}
      </Button>
    );
  return (
    <SteadyButton
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={disabled}
      onClick={() => void start(input)}
    >
      {label}
    </SteadyButton>
  );
}
