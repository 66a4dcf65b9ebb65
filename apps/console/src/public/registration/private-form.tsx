import { type FocusEvent, useState } from 'react';
import { call } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import { errorText, faultText } from './fault-text.ts';
import type { RegistrationTexts } from './registration-texts.ts';
import { type RegistrationFormProps, UserPart, userFrom } from './user-part.tsx';

/** A private user with a coupon code. */
export function PrivateForm({ texts, language, onDone }: RegistrationFormProps) {
  const { onSubmit, busy, fault } = usePublicForm(async (field) => {
    const couponCode = field('couponCode').trim();
    const user = userFrom(field, language);
    await call('validateUser', {
      body: { ...user, language: 'nb_no', timezone: 0, emailAsUsername: true, userId: 0 },
    });
    await call('registerPrivate', {
      params: { couponCode },
      body: { customer: { privateUser: true, countryId: 1, ahpId: 1 }, user },
    });
    onDone();
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {fault && <PublicAlert kind="error">{errorText(texts, fault)}</PublicAlert>}
      <CouponField texts={texts} fault={faultText(texts, fault, 'couponCode')} />
      <UserPart texts={texts} fault={fault} />
      <button className={styles.submit} type="submit" disabled={busy}>
        {busy ? texts.submitting : texts.submit}
      </button>
    </form>
  );
}

/** Shows the owner of the code once one is entered. */
function CouponField({ texts, fault }: { texts: RegistrationTexts; fault: string | undefined }) {
  const [firm, setFirm] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string>();
  async function check({ currentTarget }: FocusEvent<HTMLInputElement>) {
    const code = currentTarget.value.trim();
    setFirm(null);
    setWrong(undefined);
    if (code === '') return;
    try {
      const { valid, firmName } = await call('validateCouponCode', { params: { code } });
      setFirm(firmName);
      setWrong(valid ? undefined : texts.couponUnknown);
    } catch {
      // The registration itself reports the fault.
    }
  }
  return (
    <PublicField
      label={texts.fields.couponCode}
      help={firm === null ? undefined : texts.couponOf.replace('{{firm}}', firm)}
      fault={wrong ?? fault}
      name="couponCode"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={40}
      required
      autoFocus
      onBlur={(event) => void check(event)}
    />
  );
}
