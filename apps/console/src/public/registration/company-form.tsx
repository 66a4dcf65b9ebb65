import { useState } from 'react';
import { ApiError } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import { type FormFault, usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import { errorText, faultText } from './fault-text.ts';
import type { RegistrationTexts } from './registration-texts.ts';
import { type RegistrationFormProps, UserPart, userFrom } from './user-part.tsx';

type Found = Output<'lookUpOrganisation'>['organisation'];
type Field = (name: string) => string;

interface CompanyFormProps extends RegistrationFormProps {
  /** The installation has a public register, from which name and address can be fetched. */
  asksRegister: boolean;
}

/** A company with its first user, who becomes its administrator. */
export function CompanyForm({ texts, language, onDone, asksRegister }: CompanyFormProps) {
  const [found, setFound] = useState<Found>(null);
  const [billing, setBilling] = useState(false);
  const { onSubmit, busy, fault } = usePublicForm(async (field) => {
    const user = userFrom(field, language);
    const company = companyFrom(field, billing);
    const { valid } = await call('validateOrgName', { params: { name: company.name || ' ' } });
    if (!valid) throw new ApiError('validationFailed', [{ path: 'name', message: 'is none' }]);
    await call('validateCompany', { body: company });
    await call('validateUser', {
      body: { ...user, language: 'nb_no', timezone: 0, emailAsUsername: true, userId: 0 },
    });
    await call('registerCompany', { body: { customer: { ...company, company: true }, user } });
    onDone();
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {fault && <PublicAlert kind="error">{errorText(texts, fault)}</PublicAlert>}
      <fieldset className={styles.part}>
        <legend>{texts.sections.company}</legend>
        <OrgNumField
          texts={texts}
          fault={faultText(texts, fault, 'orgNum')}
          asksRegister={asksRegister}
          onFound={setFound}
        />
        <PublicField
          key={`name ${found?.name}`}
          defaultValue={found?.name}
          label={texts.fields.name}
          fault={faultText(texts, fault, 'name')}
          name="name"
          autoComplete="organization"
          maxLength={120}
          required
        />
        <PublicField
          label={texts.fields.reference}
          fault={faultText(texts, fault, 'reference')}
          name="reference"
          autoComplete="off"
          maxLength={120}
        />
      </fieldset>
      <AddressPart path="address" texts={texts} fault={fault} found={found?.address ?? null} />
      <label className={styles.check}>
        <input type="checkbox" checked={billing} onChange={(event) => setBilling(event.currentTarget.checked)} />
        <span>{texts.ownBilling}</span>
      </label>
      {billing && <AddressPart path="billingAddress" texts={texts} fault={fault} found={null} />}
      <fieldset className={styles.part}>
        <legend>{texts.sections.user}</legend>
        <UserPart texts={texts} fault={fault} />
      </fieldset>
      <button className={styles.submit} type="submit" disabled={busy}>
        {busy ? texts.submitting : texts.submit}
      </button>
    </form>
  );
}

interface OrgNumFieldProps {
  texts: RegistrationTexts;
  fault: string | undefined;
  asksRegister: boolean;
  onFound: (found: Found) => void;
}

function OrgNumField({ texts, fault, asksRegister, onFound }: OrgNumFieldProps) {
  const [orgNum, setOrgNum] = useState('');
  const [busy, setBusy] = useState(false);
  const [missed, setMissed] = useState(false);
  async function lookUp() {
    setBusy(true);
    const answer = await call('lookUpOrganisation', { params: { orgNum } }).catch(() => null);
    setBusy(false);
    setMissed(!answer?.organisation);
    if (answer?.organisation) onFound(answer.organisation);
  }
  return (
    <>
      <PublicField
        label={texts.fields.orgNum}
        fault={fault}
        help={missed ? texts.notFound : undefined}
        name="orgNum"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        required
        autoFocus
        onChange={(event) => setOrgNum(event.currentTarget.value.trim())}
      />
      {asksRegister && (
        <button
          type="button"
          className={styles.secondary}
          disabled={busy || orgNum === ''}
          onClick={() => void lookUp()}
        >
          {busy ? texts.lookingUp : texts.lookUp}
        </button>
      )}
    </>
  );
}

interface AddressPartProps {
  path: 'address' | 'billingAddress';
  texts: RegistrationTexts;
  fault: FormFault | null;
  found: NonNullable<Found>['address'];
}

const lines = [
  { name: 'address1', maxLength: 120, autoComplete: 'address-line1', required: true },
  { name: 'address2', maxLength: 120, autoComplete: 'address-line2' },
] as const;
const place = [
  { name: 'zip', maxLength: 12, autoComplete: 'postal-code', inputMode: 'numeric', required: true },
  { name: 'city', maxLength: 80, autoComplete: 'address-level2', required: true },
] as const;
type Line = (typeof lines | typeof place)[number];

function AddressPart({ path, texts, fault, found }: AddressPartProps) {
  const field = ({ name, ...input }: Line) => (
    <PublicField
      key={`${name} ${found?.[name]}`}
      defaultValue={found?.[name]}
      label={texts.fields[name]}
      fault={faultText(texts, fault, `${path}.${name}`)}
      name={`${path}.${name}`}
      {...input}
    />
  );
  return (
    <fieldset className={styles.part}>
      <legend>{path === 'address' ? texts.sections.address : texts.sections.billing}</legend>
      {lines.map(field)}
      <div className={`${styles.pair} ${styles.zipAndCity}`}>{place.map(field)}</div>
    </fieldset>
  );
}

function companyFrom(field: Field, billing: boolean) {
  const address = (path: 'address' | 'billingAddress') => ({
    address1: field(`${path}.address1`),
    address2: field(`${path}.address2`),
    zip: field(`${path}.zip`),
    city: field(`${path}.city`),
  });
  return {
    name: field('name').trim(),
    orgNum: field('orgNum'),
    reference: field('reference'),
    address: address('address'),
    billingAddress: billing ? address('billingAddress') : null,
    countryId: 1 as const,
    ahpId: 1 as const,
  };
}
