import { providerAt } from '../sms/ask-provider.ts';
import type { CallSender } from './call-sender.ts';
import type { CallTalk } from './call-talk.ts';
import { elksCaller, elksTalk } from './elks.ts';
import { gatewayCaller, gatewayTalk } from './gateway.ts';
import { twilioCaller, twilioTalk } from './twilio.ts';

export const callProviders = ['gateway', '46elks', 'twilio'] as const;
export type CallProvider = (typeof callProviders)[number];

export interface CallAccount {
  provider: CallProvider;
  /** With the name and the password of the account. */
  url: string;
  /** The caller's number in E.164. A gateway has its own. */
  from: string;
  /** Where the provider reaches Varde. */
  publicUrl: string;
  timeoutMs?: number;
}

export function createCallSender({ provider, url, from, timeoutMs }: CallAccount): CallSender {
  const to = providerAt(url, timeoutMs);
  if (provider === '46elks') return elksCaller(to, from);
  return provider === 'twilio' ? twilioCaller(to, from) : gatewayCaller(to);
}

export function talkOf({ provider, url, publicUrl }: CallAccount): CallTalk {
  if (provider === '46elks') return elksTalk;
  return provider === 'twilio' ? twilioTalk(url, publicUrl) : gatewayTalk;
}
