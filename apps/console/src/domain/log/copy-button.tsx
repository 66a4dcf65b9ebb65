import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a text to the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Fails over plain http, and when the user denied it: the text can still be selected.
      setCopied(false);
    }
  };
  const label = copied === null ? t('deviceLog.copy') : t(copied ? 'deviceLog.copied' : 'deviceLog.copyFailed');
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
