import { PublicAlert } from '../form/public-alert.tsx';
import type { FormFault } from '../form/use-public-form.ts';
import { type AccessTexts, accessErrorText } from './access-texts.ts';

interface AccessProblemProps {
  texts: AccessTexts;
  fault: FormFault | null;
  /** What is said instead of the fault's own words. */
  instead?: string | undefined;
}

/** What went wrong with a form of the screens around the login. */
export function AccessProblem({ texts, fault, instead }: AccessProblemProps) {
  return fault && <PublicAlert kind="error">{instead ?? accessErrorText(texts, fault.code)}</PublicAlert>;
}
