import { createInstance } from 'i18next';
import type { RenderedMail } from '#platform/delivery/mail-sender.ts';
import type { MailTemplate } from './mail-content.ts';
import type { OutboxMessage } from './outbox.ts';
import en from './texts/mail.en.json' with { type: 'json' };
import nb from './texts/mail.nb.json' with { type: 'json' };

interface MailText {
  subject: string;
  lines: readonly string[];
  /** Label of the link, for mails with a `path`. */
  button?: string;
  after: readonly string[];
}

/** The mail texts of each language. */
export const mailTexts: Record<'nb' | 'en', Record<MailTemplate, MailText>> = { nb, en };

const i18n = createInstance();
await i18n.init({
  resources: { nb: { mails: nb }, en: { mails: en } },
  defaultNS: 'mails',
  fallbackLng: false,
  // The whole line is escaped when it becomes HTML.
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => '',
});
i18n.services.formatter?.add('moment', (time, locale, values: Record<string, unknown>) =>
  formatMoment(time, locale, values.timeZone),
);

type StoredMail = Pick<OutboxMessage, 'template' | 'language' | 'content'>;

/** The rendered mail; null when this version of Varde does not know the template. */
export function renderMail({ template, language, ...mail }: StoredMail, consoleUrl: string): RenderedMail | null {
  if (!isTemplate(template) || mail.content === null) return null;
  const content: Readonly<Record<string, string | number>> = JSON.parse(mail.content);
  const locale = localeOf(language);
  const words: MailText = mailTexts[locale][template];
  const t = i18n.getFixedT(locale, null, template);
  // Values are inserted unchanged: they may be text that a person has typed.
  const filled = (part: 'lines' | 'after') =>
    words[part].map((_, index) => t(`${part}.${index}`, { replace: content })).filter((line) => line !== '');
  const parts = {
    lines: filled('lines'),
    after: filled('after'),
    link:
      words.button === undefined || typeof content.path !== 'string'
        ? null
        : { words: t('button'), url: `${consoleUrl}/#${content.path}` },
  };
  const subject = t('subject');
  return { subject, text: asText(parts), html: asHtml(subject, locale, parts) };
}

/** The subject of a mail; null when this version of Varde does not know the template. */
export const subjectOf = ({ template, language }: Omit<StoredMail, 'content'>): string | null =>
  isTemplate(template) ? i18n.t(`${template}.subject`, { lng: localeOf(language) }) : null;

const localeOf = (language: string | null) => (language === 'en' ? 'en' : 'nb');

const isTemplate = (name: string | null): name is MailTemplate => name !== null && Object.hasOwn(mailTexts.nb, name);

interface Parts {
  lines: readonly string[];
  link: { words: string; url: string } | null;
  after: readonly string[];
}

function asText({ lines, link, after }: Parts): string {
  const linkLine = link === null ? [] : [`${link.words}:\n${link.url}`];
  return `${[...lines, ...linkLine, ...after, '– Varde'].join('\n\n')}\n`;
}

/** Inline styles: mail readers drop everything else. */
function asHtml(subject: string, locale: string, { lines, link, after }: Parts): string {
  const paragraph = (line: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(line)}</p>`;
  const button =
    link === null
      ? ''
      : `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#9a3412;color:#ffffff;font-size:16px;text-decoration:none">${escapeHtml(link.words)}</a></p>`;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f2328;font-family:system-ui,Segoe UI,Arial,sans-serif">
<div style="max-width:560px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>
${lines.map(paragraph).join('\n')}
${button}
${after.map(paragraph).join('\n')}
<p style="margin:0;font-size:16px">– Varde</p>
</div>
</body>
</html>
`;
}

/** Without a time zone among the values of a mail: most customers of Varde are in Norway. */
const usualTimeZone = 'Europe/Oslo';

function formatMoment(time: unknown, locale: string | undefined, timeZone: unknown): string {
  return typeof time !== 'number'
    ? ''
    : new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'nb', {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: typeof timeZone === 'string' ? timeZone : usualTimeZone,
      }).format(time);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
