import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PositionsNoticeProps {
  /** `kept`: it is not to be shown again. */
  onConfirm: (kept: boolean) => void;
}

/** Says that positions are personal data. Only ok closes it (specification 2, section 4 "Consent modal"). */
export function PositionsNotice({ onConfirm }: PositionsNoticeProps) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(false);
  return (
    <Modal
      opened
      title={t('deviceLog.consent.title')}
      size="min(80vw, 500px)"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => undefined}
    >
      <Stack gap="md">
        <Text>{t('deviceLog.consent.body')}</Text>
        <Checkbox
          label={t('deviceLog.consent.notAgain')}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => onConfirm(kept)}>
            {t('deviceLog.consent.ok')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
