import { askProvider, type Provider } from '../sms/ask-provider.ts';
import { acceptedByElks } from '../sms/elks.ts';
import { type CallSender, ringSeconds } from './call-sender.ts';
import { type CallTalk, mostPinKeys, pinPauseSeconds } from './call-talk.ts';

/**
 * 46elks (46elks.com/docs/make-call): a form with `from`, `to`, `timeout`, `voice_start`, which says what is to be
 * played, and `whenhangup`. It has no key against doubles.
 */
export const elksCaller = (provider: Provider, from: string): CallSender => ({
  call: async ({ to, answerUrl, reportUrl }) =>
    acceptedByElks(
      await askProvider(provider, {
        body: new URLSearchParams({
          ...{ from, to, voice_start: answerUrl, whenhangup: reportUrl },
          timeout: String(ringSeconds),
        }),
      }),
    ),
});

const noKey = 'failed';

/** Actions in JSON (46elks.com/docs/call-actions), which play sound: it reads no text. A key comes as `result`. */
export const elksTalk: CallTalk = {
  areOurs: () => true,
  mediaType: 'application/json; charset=utf-8',
  keysIn: ({ result }) =>
    result === undefined ? null : result === noKey ? '' : String(result).replace(/(?<=\d)#$/, ''),
  ask: ({ soundUrl }, keysTo) => JSON.stringify({ ivr: soundUrl, digits: 1, timeout: 5, repeat: 3, next: keysTo }),
  // The hash key ends it before there are so many digits (46elks.com/docs/voice-ivr).
  askPin: ({ soundUrl }, keysTo) =>
    JSON.stringify({
      ...{ ivr: soundUrl, digits: mostPinKeys, timeout: pinPauseSeconds, repeat: 3, next: keysTo },
    }),
  say: ({ soundUrl }) => JSON.stringify({ play: soundUrl }),
  end: () => JSON.stringify({ hangup: 'reject' }),
};
