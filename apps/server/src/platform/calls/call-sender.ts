export interface OutgoingCall {
  /** The same for each attempt: a provider that knows it calls once. */
  id: string;
  /** E.164 */
  to: string;
  /** Where the provider asks what to say, when the call is answered and after each key. */
  answerUrl: string;
  /** Where the provider reports how the call ended. */
  reportUrl: string;
}

/** A way to make telephone calls. */
export interface CallSender {
  /** Begins a call, and resolves and throws as `SmsSender` does. */
  call(call: OutgoingCall): Promise<string | null>;
}

/** For so long a telephone rings, seconds: most people answer within it, and the next receiver may wait for it. */
export const ringSeconds = 30;
