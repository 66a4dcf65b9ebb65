import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { WaitingRegistration } from '@varde/contract/registration-decisions';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { RejectionForm } from './rejection-form.tsx';

interface DecisionButtonsProps {
  registration: WaitingRegistration;
  onDecided: () => void;
}

export function DecisionButtons({ registration, onDecided }: DecisionButtonsProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { registrationId, firmName: firm, firstName, lastName, username, sameNumber } = registration;
  const params = { registrationId };

  async function refresh() {
    await cache.invalidateQueries({ queryKey: queryKey('listRegistrations') });
  }
  function leave(message: string) {
    onDecided();
    notifyDone(message);
    void refresh();
  }
  async function approve() {
    const name = `${firstName} ${lastName}`;
    const wording = {
      title: t('registrations.approveTitle', { firm }),
      body: t('registrations.approveBody', { name }),
    };
    const buttons = { cancel: t('common.cancel'), proceed: t('registrations.approve') };
    if (!(await confirm({ ...wording, ...buttons }))) return;
    const approved = await submit(async () => {
      try {
        return await call('approveRegistration', { params });
      } catch (error) {
        // Another administrator decided, or another firm has the number by now: refresh the list.
        if (error instanceof ApiError) await refresh();
        throw error;
      }
    });
    if (approved === undefined) return;
    leave(t('registrations.approved', { firm }));
    void cache.invalidateQueries({ queryKey: queryKey('listCustomers') });
  }
  async function reject() {
    const rejected = await openDialog<true>({
      title: t('registrations.rejectTitle', { firm }),
      content: (close) => (
        <RejectionForm params={params} username={username} onCancel={() => close()} onDone={() => close(true)} />
      ),
    });
    if (rejected) leave(t('registrations.rejected', { firm }));
  }
  return (
    <Group gap="xs">
      <SteadyButton variant="default" disabled={busy} onClick={() => void reject()}>
        {t('registrations.reject')}
      </SteadyButton>
      {sameNumber === null && (
        <SteadyButton disabled={busy} onClick={() => void approve()}>
          {t('registrations.approve')}
        </SteadyButton>
      )}
      <Failure text={failure} />
    </Group>
  );
}
