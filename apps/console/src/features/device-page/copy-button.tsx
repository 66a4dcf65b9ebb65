import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Puts a text on the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Not over plain http, nor where the user said no: the text can still be marked.
      setCopied(false);
    }
  };
  const label = copied === null ? t('device.copy') : t(copied ? 'device.copied' : 'device.copyFailed');
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconCopy size={14} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{label}</span>
    </Button>
  );
}
