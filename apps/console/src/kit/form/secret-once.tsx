import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface SecretOnceProps {
  secret: string;
  label: string;
  help: string;
  /** What may happen if others get it. */
  warning?: string;
  copy: string;
  copied: string;
  /** Of the dialog that shows it: a stray click must not close it. */
  keepOpen: (kept: boolean) => void;
  onDone: () => void;
}

/** The content of a dialog with a secret that is shown this once, to be copied. */
export function SecretOnce({ secret, label, help, warning, keepOpen, onDone, ...words }: SecretOnceProps) {
  const { t } = useTranslation();
  useEffect(() => keepOpen(true), [keepOpen]);
  return (
    <Stack>
      <Text size="sm">{help}</Text>
      <TextInput
        label={label}
        value={secret}
        readOnly
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {warning !== undefined && <Alert color="yellow">{warning}</Alert>}
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              <span aria-live="polite">{copied ? words.copied : words.copy}</span>
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
