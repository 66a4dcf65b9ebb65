export interface OutgoingSms {
  /** The same for each attempt: a provider that knows it sends the SMS once. */
  id: string;
  /** E.164 */
  to: string;
  text: string;
  /** Where the provider reports whether the SMS arrived; null where it could not reach Varde. */
  reportUrl: string | null;
}

/**
 * The provider's own name for what it has accepted, and what it charges where it says so, in ten-thousandths of the
 * currency of the account. Null: it names nothing.
 */
export type Accepted = string | { receipt: string; price: number } | null;

/** A way to send SMS. */
export interface SmsSender {
  /** Asks the provider to report to `reportUrl`; absent: it does not. */
  readonly asksForReports?: boolean;
  /**
   * Resolves when the provider has accepted the SMS. Throws `ProviderRefused` when it never will, `ProviderUncertain` when it may have accepted it, `ProviderBusy` when it names a time to wait, and another error when
   * it has not accepted it and a later attempt may succeed.
   */
  send(sms: OutgoingSms): Promise<Accepted>;
}

/** The provider refuses this SMS or call for good: its number or its text is bad. */
export class ProviderRefused extends Error {}

/** The provider was asked, and its answer is missing or not understood. */
export class ProviderUncertain extends Error {}

/** The provider takes no messages for a while. */
export class ProviderBusy extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
