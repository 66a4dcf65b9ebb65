import { createTransport } from 'nodemailer';

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
  /** Resolves when the mail server has accepted the mail. Throws its answer otherwise. */
  send(mail: OutgoingMail): Promise<void>;
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
      await transport.sendMail({ from, ...mail, headers, signal });
    },
  };
}
