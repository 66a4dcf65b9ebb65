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

/** Timeout of a mail server's answer; the mail is retried later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Delivers by SMTP. `url`: `smtp://user:password@host:587` (STARTTLS where the server offers it; `?requireTLS=true`
 * insists) or `smtps://…`. `from`: `Varde <varde@example.no>`.
 */
export function createMailSender(url: string, from: string): MailSender {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
  };
}
