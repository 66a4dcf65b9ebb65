import { Group, NumberInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { positionDays } from '@varde/catalogue/position-days';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import { writtenDay } from '#ui/day.ts';
import figures from '#ui/figures.module.css';
import panes from '#ui/panes.module.css';

/** How long positions of a customer's time are kept, and what was deleted; nothing without the right to it. */
export function PositionRetentionSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getPositionRetention', { params: { custId } }));
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  if (!data) return null;
  return (
    <section className={panes.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-positions">
      <h3 id="customer-positions" className={panes.sectionTitle}>
        {t('customers.positionRetention.title')}
      </h3>
      <p className={panes.facts}>{t('customers.positionRetention.help')}</p>
      <RetentionForm key={data.own} retention={data} />
      <Report deletions={data.deletions} />
    </section>
  );
}

type Retention = Output<'getPositionRetention'>;

function RetentionForm({ retention: { custId, own, days, changeable } }: { retention: Retention }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [chosen, setChosen] = useState<number | null>(own);
  const dirty = chosen !== own;
  useUnsavedGuard(dirty && !busy);
  const { min, max } = positionDays;
  const isValid = chosen === null || (chosen >= min && chosen <= max);
  const words = 'customers.positionRetention';

  async function save(event: FormEvent) {
    event.preventDefault();
    // Fewer days than hold now delete what cannot be brought back; those of the customer above may be fewer.
    const mayDelete = chosen === null || days === null || chosen < days;
    const question =
      chosen === null
        ? { title: t(`${words}.inheritTitle`), body: t(`${words}.inheritBody`), proceed: t('common.save') }
        : {
            title: t(`${words}.confirmTitle`, { days: chosen }),
            body: t(`${words}.confirmBody`, { days: chosen }),
            proceed: t(`${words}.confirm`),
          };
    if (mayDelete && !(await confirm({ ...question, cancel: t('common.cancel'), destructive: true }))) return;
    const params = { custId };
    const saved = await submit(() => call('savePositionRetention', { params, body: { days: chosen } }));
    if (saved === undefined) return;
    // Customers below may inherit it.
    await cache.invalidateQueries({ queryKey: queryKey('getPositionRetention'), refetchType: 'none' });
    cache.setQueryData(apiQuery('getPositionRetention', { params }).queryKey, saved);
    notifyDone(t(`${words}.saved`));
  }
  return (
    <form onSubmit={save} noValidate>
      <NumberInput
        label={t(`${words}.days`, { min, max })}
        placeholder={days === null || own !== null ? t(`${words}.asLog`) : t(`${words}.inherited`, { days })}
        value={chosen ?? ''}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        disabled={!changeable}
        error={(!isValid && t(`${words}.wrong`, { min, max })) || errors.days}
        onChange={(value) => setChosen(typeof value === 'number' ? value : null)}
        maw={420}
      />
      {changeable && (
        <Group mt={12} gap={8} justify="flex-end">
          <Failure text={failure} />
          <SaveButtons dirty={dirty} valid={isValid} busy={busy} onCancel={() => setChosen(own)} />
        </Group>
      )}
    </form>
  );
}

const textColumns: ReadonlySet<string> = new Set(['day', 'customer']);

/** What was deleted, day by day. */
function Report({ deletions }: Pick<Retention, 'deletions'>) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const words = 'customers.positionRetention';
  if (deletions.length === 0) return <p className={panes.facts}>{t(`${words}.none`)}</p>;
  const columns = ['day', 'customer', 'days', 'before', 'transactions', 'alarms', 'devices'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className={figures.frame} tabIndex={0} aria-label={t(`${words}.reportTitle`)}>
      <table className={figures.table} aria-label={t(`${words}.reportTitle`)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={textColumns.has(column) ? figures.text : undefined}>
                {t(`${words}.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deletions.map(({ day, firmName, days, before, transactions, alarms, devices }) => (
            <tr key={`${day} ${firmName}`}>
              <td>{writtenDay(day, i18n.language)}</td>
              <td className={figures.text}>{firmName}</td>
              <td>{days}</td>
              <td>{formats.exact(before)}</td>
              <td>{formats.number(transactions)}</td>
              <td>{formats.number(alarms)}</td>
              <td>{formats.number(devices)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
