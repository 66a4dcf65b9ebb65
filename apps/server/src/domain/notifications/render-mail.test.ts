import { describe, expect, test } from 'vitest';
import { mailTexts, renderMail } from './render-mail.ts';

const placesIn = (value: unknown) => [...JSON.stringify(value).matchAll(/\{\{\w+\}\}/g)].map(String).sort();

describe('mails', () => {
  test('exist in every language, with the same values', () => {
    expect(Object.keys(mailTexts.en)).toEqual(Object.keys(mailTexts.nb));
    for (const [template, text] of Object.entries(mailTexts.nb)) {
      const english = mailTexts.en[template as keyof typeof mailTexts.en];
      expect(placesIn(english), template).toEqual(placesIn(text));
      expect(english.button === undefined, template).toBe(text.button === undefined);
    }
  });

  test('show a value that holds markup as text', () => {
    const path = '/reset/"><script>alert(1)</script>';
    const mail = renderMail(
      { template: 'resetPassword', language: 'nb', content: { path, expires: 0 } },
      'http://localhost:8080',
    );
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('of a template that does not exist are none', () => {
    expect(renderMail({ template: 'constructor', language: 'nb', content: {} }, 'http://x')).toBeNull();
  });
});
