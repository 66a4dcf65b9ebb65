import { askProvider, type Provider } from '../sms/ask-provider.ts';
import { escapeXml, signedByTwilio } from '../sms/provider-calls.ts';
import { acceptedByTwilio } from '../sms/twilio.ts';
import { type CallSender, ringSeconds } from './call-sender.ts';
import { type CallTalk, mostPinKeys, pinPauseSeconds, type Spoken } from './call-talk.ts';

/**
 * Twilio (twilio.com/docs/voice/api/call-resource): a form with `To`, `From`, `Timeout`, `Url`, which says what is to be
 * said and is asked a second time after a fault (`FallbackUrl`), and `StatusCallback`; 201 with the `sid` of the call. It has no key against doubles.
 */
export const twilioCaller = (provider: Provider, from: string): CallSender => ({
  call: async ({ to, answerUrl, reportUrl }) =>
    acceptedByTwilio(
      await askProvider(provider, {
        body: new URLSearchParams({
          ...{ To: to, From: from, Url: answerUrl, FallbackUrl: answerUrl, StatusCallback: reportUrl },
          Timeout: String(ringSeconds),
        }),
      }),
    ),
});

/** TwiML (twilio.com/docs/voice/twiml), read by a voice of the language. A key comes as `Digits`. */
export const twilioTalk = (callUrl: string, publicUrl: string): CallTalk => ({
  areOurs: signedByTwilio(callUrl, publicUrl),
  mediaType: 'text/xml; charset=utf-8',
  keysIn: ({ Digits }) => (typeof Digits === 'string' ? Digits : null),
  ask: (words, keysTo) =>
    `<Response><Gather action="${escapeXml(keysTo)}" numDigits="1" finishOnKey="" timeout="5">${spoken(words, 3)}</Gather></Response>`,
  askPin: (words, keysTo) =>
    `<Response><Gather action="${escapeXml(keysTo)}" numDigits="${mostPinKeys}" finishOnKey="#" timeout="${pinPauseSeconds}">${spoken(words, 3)}</Gather></Response>`,
  say: (words) => `<Response>${spoken(words, 1)}<Hangup/></Response>`,
  end: () => '<Response><Hangup/></Response>',
});

const voices = {
  nb: 'language="nb-NO" voice="Polly.Liv"',
  en: 'language="en-GB" voice="Polly.Amy"',
} as const;

const spoken = ({ text, language }: Spoken, times: number): string =>
  `<Say ${voices[language]} loop="${times}">${escapeXml(text)}</Say>`;
