import { createTransport, type NodemailerError } from 'nodemailer';
import { ProviderRefused } from './provider-answers.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface OutgoingMail extends RenderedMail {
  to: string;
  /** The same for each attempt: most readers show a mail that arrives twice once. */
  messageId: string;
}

export interface MailSender {
  /**
   * Resolves when the mail server has accepted the mail, to its words about it, which name it. Throws `ProviderRefused` when
   * it never will, and another error when it has not, or may have: a later attempt may succeed.
   */
  send(mail: OutgoingMail): Promise<string | null>;
}

/** Timeouts of a mail server's answers; the mail is retried later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Time for a whole mail: servers check a mail before they accept it, and nothing else waits for this one. */
const defaultTimeoutMs = 30_000;

/**
 * Delivers by SMTP. `url`: `smtp://user:password@host:587` (STARTTLS where the server offers it; `?requireTLS=true`
 * insists) or `smtps://…`. `from`: `Varde <varde@example.no>`.
 */
export function createMailSender(url: string, from: string, timeoutMs = defaultTimeoutMs): MailSender {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async (mail) => {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const { response } = await transport.sendMail({ from, ...mail, headers, signal });
        return response.replace(/^\d{3}[ -]/, '').slice(0, 200) || null;
      } catch (error) {
        throw isRefusal(error) ? new ProviderRefused(error.message, { cause: error }) : error;
      }
    },
  };
}

/**
 * Many servers refuse a sender or a missing login only when they hear the recipient, and say so in their enhanced status
 * code (RFC 3463): that is a fault of the configuration, after whose repair the mail leaves.
 */
const ownFault = /^(?:530\b|\d{3}[ -]5\.(?:[357]\.|1\.[78]\b))/;

function isRefusal(error: unknown): error is Error {
  const { command, permanent, response = '' } = error as NodemailerError;
  return command === 'RCPT TO' && permanent === true && !ownFault.test(response);
}
