import { PublicAlert } from '../form/public-alert.tsx';
import type { FormFault } from '../form/use-public-form.ts';
import { type AccessTexts, accessErrorText } from './access-texts.ts';

interface AccessProblemProps {
  texts: AccessTexts;
  fault: FormFault | null;
  /** Replaces the text of the error. */
  instead?: string | undefined;
}

/** The error of a form on the pages before the login. */
export function AccessProblem({ texts, fault, instead }: AccessProblemProps) {
  return fault && <PublicAlert kind="error">{instead ?? accessErrorText(texts, fault.code)}</PublicAlert>;
}
