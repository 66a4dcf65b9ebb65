import { describe, expect, test } from 'vitest';
import type { MailContent, MailTemplate } from './mail-content.ts';
import { mailTexts, renderMail, subjectOf } from './render-mail.ts';

const placesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/\{\{(\w+)(?:, moment)?\}\}/g)].map(String).sort();

const noon = Date.UTC(2026, 10, 22, 11);
const link = { path: '/go/here', expires: noon };
const change = { at: noon, address: '192.0.2.7' };
const contents: { [T in MailTemplate]: MailContent[T] } = {
  validateEmail: link,
  resetPassword: link,
  invitation: link,
  alreadyInvited: { path: link.path },
  registrationWaiting: { path: link.path },
  registrationApproved: { path: link.path },
  registrationRejected: { reason: 'The number is not in the register.' },
  alreadyRegistered: { path: link.path },
  accountLocked: { until: noon, address: change.address },
  gdpr: { path: link.path },
  passwordChanged: change,
  twoFactorOn: change,
  twoFactorOff: change,
  recoveryCodesRenewed: change,
  apiKeyCreated: { ...change, name: 'Trygghetssentralen' },
  sharedAlarm: { path: link.path, kind: 'Fall', name: 'Åse Berg', place: 'Stue', at: noon },
  alarm: {
    path: link.path,
    kind: 'Fall',
    name: 'Åse Berg',
    place: 'Stue',
    at: noon,
    pin: 'PIN',
    others: 'Andre',
  },
  alarmTest: { name: 'Åse Berg', at: noon },
  auditDigest: { digest: '7:abc' },
  pushEnded: { path: link.path },
  pushOfOtherEnded: { name: 'Åse Berg' },
  alarmPathStopped: { path: link.path, at: noon },
  auditCut: { noted: '8:def', digest: '7:abc' },
};

describe('mails', () => {
  test('exist in every language, with the same values', () => {
    expect(Object.keys(mailTexts.en)).toEqual(Object.keys(mailTexts.nb));
    for (const [template, text] of Object.entries(mailTexts.nb)) {
      const english = mailTexts.en[template as keyof typeof mailTexts.en];
      expect(placesIn(english), template).toEqual(placesIn(text));
      expect(english.button === undefined, template).toBe(text.button === undefined);
    }
  });

  test.each(Object.entries(contents))('hold every value of %s, in every language', (template, content) => {
    const shown = { nb: '22. november 2026 kl. 12:00', en: '22 November 2026 at 12:00' };
    for (const language of ['nb', 'en'] as const) {
      const mail = renderMail({ template, language, content: JSON.stringify(content) }, 'https://varde.example');
      for (const text of [mail?.text, mail?.html]) {
        expect(text).not.toMatch(/\{\{|\}\}|undefined|moment/);
        for (const value of Object.values<string | number>({ ...content }))
          expect(text).toContain(typeof value === 'number' ? shown[language] : value);
      }
      expect(mail?.subject).toBe(mailTexts[language][template as MailTemplate].subject);
      expect(subjectOf({ template, language })).toBe(mail?.subject);
      expect(mail?.html).toContain(`<html lang="${language}">`);
    }
  });

  test('are Norwegian in a language without mail texts, and leave out a value that is missing', () => {
    const of = (language: string) =>
      renderMail({ template: 'auditCut', language, content: '{"digest":"7:abc"}' }, 'http://x');
    expect(of('sv')).toEqual(of('nb'));
    expect(of('en')?.text).toContain('Noted last: \n');
  });

  test('show typed text unchanged, also when it looks like a template placeholder', () => {
    const reason = '{{reason}} $t(gdpr.subject) $& {{- path}} <b>A & B</b> \'"';
    const content = JSON.stringify({ reason, count: 2, context: 'female', lng: 'en' });
    const mail = renderMail({ template: 'registrationRejected', language: 'nb', content }, 'http://x');
    expect(mail?.text).toContain(`\n\n${reason}\n\n`);
    expect(mail?.html).toContain(
      '>{{reason}} $t(gdpr.subject) $&amp; {{- path}} &lt;b&gt;A &amp; B&lt;/b&gt; &#39;&quot;</p>',
    );
    expect(mail?.subject).toBe(mailTexts.nb.registrationRejected.subject);
  });

  test('show a value with markup as text', () => {
    const path = '/reset/"><script>alert(1)</script>';
    const mail = renderMail(
      { template: 'resetPassword', language: 'nb', content: JSON.stringify({ path, expires: 0 }) },
      'http://localhost:8080',
    );
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('of an unknown template are null', () => {
    expect(renderMail({ template: 'constructor', language: 'nb', content: '{}' }, 'http://x')).toBeNull();
  });
});
