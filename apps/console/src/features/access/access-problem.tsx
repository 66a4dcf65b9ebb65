import { LightAlert } from '#kit/light/light-alert.tsx';
import type { LightFault } from '#kit/light/use-light-form.ts';
import { type AccessTexts, accessErrorText } from './access-texts.ts';

interface AccessProblemProps {
  texts: AccessTexts;
  fault: LightFault | null;
  /** What is said instead of the fault's own words. */
  instead?: string | undefined;
}

/** What went wrong with a form of the screens around the login. */
export function AccessProblem({ texts, fault, instead }: AccessProblemProps) {
  return fault && <LightAlert kind="error">{instead ?? accessErrorText(texts, fault.code)}</LightAlert>;
}
