import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { markets } from '@varde/catalogue/markets';
import type { Customer } from '@varde/contract/customers';
import { customerForm } from '@varde/contract/forms';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useRecordForm } from '#domain/errors/use-record-form.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '#ui/panes.module.css';
import { AddressFields } from './address-fields.tsx';
import type { Details } from './details.ts';
import { useFieldLabel } from './use-field-label.ts';

/** The details of a customer; read-only without the right to edit them. */
export function CustomerForm({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const cache = useQueryClient();
  const readOnly = !customer.abilities.includes('edit');
  const params = { custId: customer.custId };
  const { values, change, errors, failure, onSubmit, buttons } = useRecordForm({
    of: `customer-${customer.custId}`,
    stored: detailsOf(customer),
    schema: customerForm,
    save: (body) => call('updateCustomer', { params, body }),
    onSaved: (saved) => {
      cache.setQueryData(apiQuery('getCustomer', { params }).queryKey, saved);
      void cache.invalidateQueries({ queryKey: queryKey('listCustomers') });
      notifyDone(t('customers.saved', { name: saved.firmName }));
    },
  });

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {readOnly && <p className={styles.facts}>{t('customers.readOnly')}</p>}
      <FaultSummary faults={Object.entries(errors).map(([path, text]) => ({ field: labelOf(path), text }))} />
      <fieldset className={styles.fields} disabled={readOnly}>
        <DetailFields customer={customer} details={values} errors={errors} onChange={change} />
      </fieldset>
      {!readOnly && (
        <footer className={styles.footer}>
          <Failure text={failure} />
          <SaveButtons {...buttons} />
        </footer>
      )}
    </form>
  );
}

interface DetailFieldsProps {
  customer: Customer;
  details: Details;
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<Details>) => void;
}

function DetailFields({ customer, details, errors, onChange }: DetailFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('customers.firmName')}
        required
        maxLength={120}
        value={details.firmName}
        error={errors.firmName}
        onChange={(event) => onChange({ firmName: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('customers.market')}
        value={details.market}
        data={markets.map(({ id, key }) => ({ value: String(id), label: t(`customers.markets.${key}`) }))}
        onChange={(event) => onChange({ market: marketOf(event.currentTarget.value) })}
      />
      <TextInput
        label={t('customers.orgNumber')}
        maxLength={20}
        value={details.orgNumber ?? ''}
        error={errors.orgNumber}
        onChange={(event) => onChange({ orgNumber: event.currentTarget.value || null })}
      />
      <TextInput
        label={t('customers.reference')}
        description={t('customers.referenceHelp')}
        maxLength={120}
        value={details.reference ?? ''}
        error={errors.reference}
        onChange={(event) => onChange({ reference: event.currentTarget.value || null })}
      />
      <AlarmCentreField
        customer={customer}
        value={details.defaultAhp}
        error={errors.defaultAhp}
        onChange={(defaultAhp) => onChange({ defaultAhp })}
      />
      <AddressFields
        legend={t('customers.address')}
        path="address"
        value={details.address}
        errors={errors}
        onChange={(address) => onChange({ address })}
      />
      <Checkbox
        label={t('customers.ownBillingAddress')}
        className={styles.wide}
        checked={details.billingAddress !== null}
        onChange={(event) => onChange({ billingAddress: event.currentTarget.checked ? emptyAddress : null })}
      />
      {details.billingAddress && (
        <AddressFields
          legend={t('customers.billingAddress')}
          path="billingAddress"
          value={details.billingAddress}
          errors={errors}
          onChange={(billingAddress) => onChange({ billingAddress: billingAddress ?? emptyAddress })}
        />
      )}
    </>
  );
}

interface AlarmCentreFieldProps {
  customer: Customer;
  value: number | null;
  error: string | undefined;
  onChange: (defaultAhp: number | null) => void;
}

function AlarmCentreField({ customer, value, error, onChange }: AlarmCentreFieldProps) {
  const { t } = useTranslation();
  const mayChoose = customer.abilities.includes('edit');
  const { data } = useQuery({ ...apiQuery('listAlarmCentres', {}), enabled: mayChoose });
  const { alarmCentre, custId } = customer;
  const own = alarmCentre?.chosenBy === custId ? [alarmCentre] : [];
  const known = data?.alarmCentres ?? own;
  return (
    <NativeSelect
      label={t('customers.defaultAhp')}
      description={
        alarmCentre ? t('customers.alarmCentreFrom', { name: alarmCentre.firmName }) : t('customers.noAlarmCentre')
      }
      value={value ?? ''}
      error={error}
      data={[
        { value: '', label: t('customers.inheritAhp') },
        ...known.map((each) => ({ value: String(each.custId), label: each.firmName })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
    />
  );
}

const emptyAddress = { address1: '', address2: '', zip: '', city: '' };

const marketOf = (value: string): Details['market'] =>
  markets.find(({ id }) => String(id) === value)?.id ?? markets[0].id;

function detailsOf(customer: Customer): Details {
  const { firmName, market, orgNumber, reference, address, billingAddress, defaultAhp } = customer;
  return { firmName, market, orgNumber, reference, address, billingAddress, defaultAhp };
}
