import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Cancel and Save below a form; both are disabled while nothing has changed. */
export function SaveButtons({
  dirty,
  busy,
  onCancel,
}: {
  dirty: boolean;
  busy: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="default" disabled={!dirty} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" disabled={!dirty} loading={busy}>
        {t('common.save')}
      </Button>
    </>
  );
}
