import { askProvider, type Provider } from '../sms/ask-provider.ts';
import { acceptedBy } from '../sms/gateway.ts';
import type { CallSender } from './call-sender.ts';
import type { CallTalk } from './call-talk.ts';

/** A gateway of one's own (docs/calls.md): `POST url` with `{"id", "to", "answerUrl", "reportUrl"}`, as for SMS. */
export const gatewayCaller = (provider: Provider): CallSender => ({
  call: async ({ id, ...call }) =>
    acceptedBy(
      await askProvider(provider, {
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ id, ...call }),
      }),
    ),
});

/** It asks with a form, which has a pressed key as `key`, and is answered in JSON: `say` and its `language`, `keysTo` where keys count, and `endKey` where several do until that one. */
export const gatewayTalk: CallTalk = {
  areOurs: () => true,
  mediaType: 'application/json; charset=utf-8',
  keysIn: ({ key }) => (typeof key === 'string' ? key.replace(/(?<=\d)#$/, '') : null),
  ask: ({ text, language, soundUrl }, keysTo) => JSON.stringify({ say: text, language, sound: soundUrl, keysTo }),
  askPin: ({ text, language, soundUrl }, keysTo) =>
    JSON.stringify({ say: text, language, sound: soundUrl, keysTo, endKey: '#' }),
  say: ({ text, language, soundUrl }) => JSON.stringify({ say: text, language, sound: soundUrl }),
  end: () => '{}',
};
