import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Cancel and Save below a form; both are disabled while nothing has changed, and Save while it cannot be saved. */
export function SaveButtons({
  dirty,
  valid = true,
  busy,
  onCancel,
}: {
  dirty: boolean;
  valid?: boolean;
  busy: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="default" disabled={!dirty} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" disabled={!dirty || !valid} loading={busy}>
        {t('common.save')}
      </Button>
    </>
  );
}
