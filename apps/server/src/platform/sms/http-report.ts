import { wordAt } from './http-template.ts';
import { type ProviderCalls, plainCalls } from './provider-calls.ts';

/** How the provider `http` says what became of an SMS. */
export interface HttpReport {
  /** Where in a report the word for it stands. */
  path: string;
  /** The words that end an SMS, in small letters; every other one means that it is on its way. */
  delivered: readonly string[];
  failed: readonly string[];
}

/** The calls of a provider by its configuration (docs/sms.md): as from a gateway of one's own, in its own words. */
export const httpCalls = ({ path, delivered, failed }: HttpReport): ProviderCalls => ({
  ...plainCalls,
  outcomeOf(report) {
    const said = wordAt(path, report) ?? '';
    const word = said.trim().toLowerCase();
    if (delivered.includes(word)) return { state: 'delivered', code: '' };
    return failed.includes(word) ? { state: 'failed', code: said } : { state: null, code: '' };
  },
});
