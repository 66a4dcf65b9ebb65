/**
 * The provider's own name for what it has accepted, and what it charges where it says so, in ten-thousandths of the
 * currency of the account. Null: it names nothing.
 */
export type Accepted = string | { receipt: string; price: number } | null;

/** The provider refuses this message for good: its number, its address or its text is bad. */
export class ProviderRefused extends Error {}

/** The provider was asked, and its answer is missing or not understood. */
export class ProviderUncertain extends Error {}

/** There was no answer at all: whatever is asked meanwhile will have none either. */
export class ProviderSilent extends ProviderUncertain {}

/** The provider takes no messages for a while. */
export class ProviderBusy extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
