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
  /**
   * Resolves when the provider has accepted the SMS, to the provider's own name for it. Throws `ProviderRefused` when it never
   * will, `ProviderUncertain` when it may have accepted it, `ProviderBusy` when it names a time to wait, and another error when
   * it has not accepted it and a later attempt may succeed.
   */
  send(sms: OutgoingSms): Promise<string | null>;
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
