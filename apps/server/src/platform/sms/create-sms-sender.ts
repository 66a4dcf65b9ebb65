import { providerAt } from './ask-provider.ts';
import { elksSender } from './elks.ts';
import { gatewaySender } from './gateway.ts';
import { httpSender } from './http.ts';
import type { HttpTemplate } from './http-template.ts';
import { linkSender } from './link-mobility.ts';
import type { SmsSender } from './sms-sender.ts';
import { twilioSender } from './twilio.ts';

export const smsProviders = ['gateway', '46elks', 'twilio', 'link-mobility', 'http'] as const;
export type SmsProvider = (typeof smsProviders)[number];

export interface SmsAccount {
  provider: SmsProvider;
  /** With the name and the password of the account. */
  url: string;
  /** The sender: a number in E.164, or a name. A gateway has its own. */
  from: string;
  timeoutMs?: number;
  /** Of the provider `http`. */
  template?: HttpTemplate | undefined;
}

export function createSmsSender({ provider, url, from, timeoutMs, template }: SmsAccount): SmsSender {
  if (provider === 'http' && template !== undefined) return httpSender({ url, from, timeoutMs }, template);
  const to = providerAt(url, timeoutMs);
  if (provider === 'link-mobility') return linkSender(to, from);
  if (provider === '46elks') return elksSender(to, from);
  return provider === 'twilio' ? twilioSender(to, from) : gatewaySender(to);
}
