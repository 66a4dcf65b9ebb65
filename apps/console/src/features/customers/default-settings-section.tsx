import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { defaultPolicyOf } from '@varde/catalogue/default-settings';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { byName } from '@varde/catalogue/name-order';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useLeaveQuestion } from '#kit/form/use-unsaved-guard.ts';
import panes from '#ui/panes.module.css';
import { DefaultSettingsForm } from './default-settings-form.tsx';
import { defaultableSettings } from './use-defaults-draft.ts';

const types = hardwareList
  .filter(({ dehaId }) => defaultableSettings(dehaId).some((setting) => defaultPolicyOf(setting) !== null))
  .map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))
  .sort((a, b) => byName(a.label, b.label));

/** What devices of a customer and of those below it have unless somebody chooses otherwise, by type of device. */
export function DefaultSettingsSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const [dehaId, setType] = useState(Number(types[0]?.value));
  const [dirty, setDirty] = useState(false);
  const mayLeave = useLeaveQuestion();
  const params = { custId, dehaId };
  const { data, error, refetch } = useQuery(apiQuery('getDefaultSettings', { params }));
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  return (
    <section className={panes.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-default-settings">
      <h3 id="customer-default-settings" className={panes.sectionTitle}>
        {t('customers.defaultSettings.title')}
      </h3>
      <p className={panes.facts}>{t('customers.defaultSettings.help')}</p>
      <NativeSelect
        label={t('customers.defaultSettings.type')}
        value={String(dehaId)}
        onChange={async ({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          if (!dirty || (await mayLeave())) setType(chosen);
        }}
        data={types}
        maw={420}
      />
      {data ? <DefaultSettingsForm key={dehaId} defaults={data} onDirty={setDirty} /> : <Skeleton height={200} />}
    </section>
  );
}
