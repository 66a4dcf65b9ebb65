import type { Accepted } from '../delivery/provider-answers.ts';

export interface OutgoingSms {
  /** The same for each attempt: a provider that knows it sends the SMS once. */
  id: string;
  /** E.164 */
  to: string;
  text: string;
  /** Where the provider reports whether the SMS arrived; null where it could not reach Varde. */
  reportUrl: string | null;
}

/** A way to send SMS. */
export interface SmsSender {
  /** Asks the provider to report to `reportUrl`; absent: it does not. */
  readonly asksForReports?: boolean;
  /**
   * Resolves when the provider has accepted the SMS. Throws `ProviderRefused` when it never will, `ProviderUncertain` when it
   * may have accepted it, `ProviderBusy` when it names a time to wait, and another error when it has not accepted it and a
   * later attempt may succeed.
   */
  send(sms: OutgoingSms): Promise<Accepted>;
}
