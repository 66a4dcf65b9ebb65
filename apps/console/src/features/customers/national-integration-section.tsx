import { Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { nationalIntegrationForm } from '@varde/contract/national-integration-form';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useRecordForm } from '#domain/errors/use-record-form.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '#ui/panes.module.css';

/** The number of a customer in the national integration; nothing without the right to it. */
export function NationalIntegrationSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getNationalIntegration', { params: { custId } }));
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  if (!data) return null;
  return (
    <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-national">
      <h3 id="customer-national" className={styles.sectionTitle}>
        {t('customers.nationalIntegration.title')}
      </h3>
      {data.mayEdit ? (
        <NationalIntegrationForm custId={custId} integration={data} />
      ) : (
        <p className={styles.facts}>{data.nationalUuid ?? t('customers.nationalIntegration.none')}</p>
      )}
    </section>
  );
}

interface FormProps {
  custId: number;
  integration: Output<'getNationalIntegration'>;
}

function NationalIntegrationForm({ custId, integration: { nationalUuid } }: FormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const params = { custId };
  const { values, change, errors, failure, onSubmit, buttons } = useRecordForm({
    of: `national-integration-${custId}`,
    stored: { nationalUuid },
    schema: nationalIntegrationForm,
    save: (body) => call('saveNationalIntegration', { params, body }),
    onSaved: (saved) => {
      cache.setQueryData(apiQuery('getNationalIntegration', { params }).queryKey, saved);
      notifyDone(t('customers.nationalIntegration.saved'));
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('customers.nationalIntegration.uuid')}
        description={t('customers.nationalIntegration.help')}
        maxLength={40}
        spellCheck={false}
        value={values.nationalUuid ?? ''}
        error={errors.nationalUuid && t('customers.nationalIntegration.wrong')}
        onChange={(event) => change({ nationalUuid: event.currentTarget.value || null })}
      />
      <Failure text={failure} />
      <Group gap="xs" justify="flex-end" mt="xs">
        <SaveButtons {...buttons} />
      </Group>
    </form>
  );
}
