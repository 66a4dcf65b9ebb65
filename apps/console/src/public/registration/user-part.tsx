import { maxPasswordLength, minPasswordLength } from '@varde/contract/password-rules';
import { ApiError } from '#data/api/api-error.ts';
import type { Input } from '#data/api/call.ts';
import type { Language } from '#texts/language.ts';
import { PublicField } from '../form/public-field.tsx';
import type { FormFault } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import { faultText } from './fault-text.ts';
import type { RegistrationTexts } from './registration-texts.ts';

export interface RegistrationFormProps {
  texts: RegistrationTexts;
  language: Language;
  onDone: () => void;
}

const names = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
] as const;

/** The fields of the user who registers. */
export function UserPart({ texts, fault }: { texts: RegistrationTexts; fault: FormFault | null }) {
  return (
    <>
      <div className={styles.pair}>
        {names.map((input) => (
          <PublicField
            key={input.name}
            label={texts.fields[input.name]}
            fault={faultText(texts, fault, input.name)}
            maxLength={80}
            required
            {...input}
          />
        ))}
      </div>
      <PublicField
        label={texts.fields.mobile}
        fault={faultText(texts, fault, 'mobile')}
        name="mobile"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        required
      />
      <PublicField
        label={texts.fields.username}
        help={texts.usernameHelp}
        fault={faultText(texts, fault, 'username')}
        name="username"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
      />
      <PublicField
        label={texts.fields.password}
        help={texts.passwordHelp.replace('{{count}}', String(minPasswordLength))}
        fault={faultText(texts, fault, 'passwordClear') ?? faultText(texts, fault, 'password')}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={maxPasswordLength}
        required
      />
      <PublicField
        label={texts.fields.repeated}
        fault={faultText(texts, fault, 'repeated')}
        name="repeated"
        type="password"
        autoComplete="new-password"
        maxLength={maxPasswordLength}
        required
      />
    </>
  );
}

type NewUser = Input<'registerPrivate'>['body']['user'];

/** The registering user, as in the body of the calls. Throws on the second password when the two differ. */
export function userFrom(field: (name: string) => string, language: Language): NewUser {
  if (field('password') !== field('repeated'))
    throw new ApiError('validationFailed', [{ path: 'repeated', message: 'is another' }]);
  return {
    firstName: field('firstName'),
    lastName: field('lastName'),
    mobile: field('mobile'),
    username: field('username'),
    passwordClear: field('password'),
    tfaEnabled: false,
    language: language === 'en' ? 'en' : 'nb_no',
  };
}
