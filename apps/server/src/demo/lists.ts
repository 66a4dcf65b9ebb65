import type { ReceiverToSave } from '#domain/notifications/lists.ts';
import type { DemoCustomerKey } from './organisation.ts';

/** By e-mail alone, to names that belong to nobody (RFC 2606): a demo with a mail server disturbs no stranger. */
const receiver = (name: string, mailbox: string): ReceiverToSave => ({
  ...{ name, email: `${mailbox}@solvik.example`, mobile: null, channels: ['email'] },
  ...{ events: [], hours: null, waitSeconds: 60 },
});

const alarmCentre = receiver('Solvik alarmsentral', 'alarmsentral');

/** Tor has none: his devices show what an alarm that reaches nobody looks like. */
export const demoLists: readonly { customer: DemoCustomerKey; receivers: readonly ReceiverToSave[] }[] = [
  { customer: 'municipality', receivers: [receiver('Hjemmetjenesten', 'hjemmetjenesten'), alarmCentre] },
  { customer: 'northHome', receivers: [receiver('Vakt Nordstranda', 'nordstranda'), alarmCentre] },
  { customer: 'firm', receivers: [receiver('Vaktleder', 'vaktleder'), alarmCentre] },
  { customer: 'privateAase', receivers: [receiver('Berit (nabo)', 'berit'), alarmCentre] },
];
