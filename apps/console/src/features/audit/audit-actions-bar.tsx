import { Button } from '@mantine/core';
import { IconClockCog, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import type { AuditFilter } from './audit-filter.ts';
import styles from './audit-page.module.css';
import { RetentionForm } from './retention-form.tsx';
import { useAuditExport } from './use-audit-export.ts';

/** Actions on the log as a whole: export, verify, set the retention. */
export function AuditActionsBar({ filter, mayVerify }: { filter: AuditFilter; mayVerify: boolean }) {
  const { t } = useTranslation();
  const { start, cancel, fetched } = useAuditExport(filter);
  const { cust } = filter;
  return (
    <div className={styles.actions}>
      {fetched === null ? (
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void start()}>
          {t('audit.export')}
        </Button>
      ) : (
        <Button variant="default" loaderProps={{ type: 'dots' }} onClick={cancel}>
          {t('audit.cancelExport', { count: fetched })}
        </Button>
      )}
      {cust !== undefined && (
        <Button
          variant="default"
          leftSection={<IconClockCog size={16} aria-hidden />}
          onClick={() =>
            void openDialog({
              title: t('audit.retention'),
              content: (close) => <RetentionForm custId={cust} onDone={() => close()} />,
            })
          }
        >
          {t('audit.retention')}
        </Button>
      )}
      {mayVerify && <VerifyButton />}
    </div>
  );
}

function VerifyButton() {
  const { t } = useTranslation();
  const verify = useMutation({
    mutationFn: () => call('verifyAudit', {}),
    onSuccess: (found) => void openDialog({ title: t('audit.verify'), content: () => <Verification found={found} /> }),
    onError: notifyError,
  });
  return (
    <SteadyButton
      variant="default"
      leftSection={<IconShieldCheck size={16} aria-hidden />}
      loading={verify.isPending}
      onClick={() => verify.mutate()}
    >
      {t('audit.verify')}
    </SteadyButton>
  );
}

function Verification({ found }: { found: Output<'verifyAudit'> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { intact, fault, entries, removed, head } = found;
  return (
    <div role="status">
      <p className={intact ? styles.intact : styles.broken}>
        {fault === null
          ? t('audit.intact')
          : t(`audit.faults.${fault.reason}`, {
              number: fault.seq === null ? '' : formats.number(fault.seq),
            })}
      </p>
      <p>{t('audit.counted', { entries: formats.number(entries), removed: formats.number(removed) })}</p>
      {head !== null && (
        <p className={styles.hash}>
          {t('audit.head')} <code>{`${head.seq}:${head.hash}`}</code>
        </p>
      )}
    </div>
  );
}
