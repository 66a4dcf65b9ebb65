import { NativeSelect } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { hardwareList, type KnownHardware } from '@varde/catalogue/hardware/index';
import { byName } from '@varde/catalogue/name-order';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useLeaveQuestion, useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import panes from '#ui/panes.module.css';

/** The types of devices that are chosen from, by name. */
export const typesWith = (isOffered: (hardware: KnownHardware) => boolean) =>
  hardwareList
    .filter(isOffered)
    .map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))
    .sort((a, b) => byName(a.label, b.label));

interface PerTypeSectionProps<Data> {
  /** Of the heading. */
  id: string;
  title: string;
  help: string;
  types: ReturnType<typeof typesWith>;
  queryOf: (dehaId: number) => UseQueryOptions<Data>;
  /** The form of what is stored for the chosen type. */
  form: (data: Data, onDirty: (dirty: boolean) => void) => ReactNode;
}

/** What a customer decides for each type of devices; nothing without the right to it. */
export function PerTypeSection<Data>({ id, title, help, types, queryOf, form }: PerTypeSectionProps<Data>) {
  const { t } = useTranslation();
  const [dehaId, setType] = useState(Number(types[0]?.value));
  const [dirty, setDirty] = useState(false);
  const mayLeave = useLeaveQuestion();
  const { data, error, refetch } = useQuery(queryOf(dehaId));
  if (error && !data && ['notAllowed', 'notFound'].includes(errorCodeOf(error))) return null;
  return (
    <section className={panes.section} style={{ justifyItems: 'stretch' }} aria-labelledby={id}>
      <h3 id={id} className={panes.sectionTitle}>
        {title}
      </h3>
      <p className={panes.facts}>{help}</p>
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
      {data ? (
        <Fragment key={dehaId}>{form(data, setDirty)}</Fragment>
      ) : (
        <LoadState error={error} onRetry={refetch} height={120} />
      )}
    </section>
  );
}

/** Neither the page nor the type is left without a question while the form of a type has unsaved changes. */
export function useTypeGuard(
  dirty: boolean,
  { busy, onDirty }: { busy: boolean; onDirty: (dirty: boolean) => void },
): void {
  useUnsavedGuard(dirty && !busy);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
}
