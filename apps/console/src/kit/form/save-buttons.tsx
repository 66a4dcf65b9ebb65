import { useTranslation } from 'react-i18next';
import { SteadyButton } from './steady-button.tsx';

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
      <SteadyButton variant="default" disabled={!dirty} onClick={onCancel}>
        {t('common.cancel')}
      </SteadyButton>
      <SteadyButton type="submit" disabled={!dirty || !valid} loading={busy}>
        {t('common.save')}
      </SteadyButton>
    </>
  );
}
