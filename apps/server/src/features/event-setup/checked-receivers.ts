import type { MarketId } from '@varde/catalogue/markets';
import type { HandlerInput } from '@varde/contract/endpoint';
import type { saveEventSetup } from '@varde/contract/event-setup';
import { isByPhone, type ReceiverChannel } from '@varde/contract/event-setup-form';
import { phoneNumber } from '#domain/accounts/phone-number.ts';
import type { ReceiverToSave } from '#domain/notifications/lists.ts';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import { AppError } from '#platform/app-error.ts';
import type { RecipientRights } from './recipient-rights.ts';

/** A list as it was sent. */
export type ListBody = HandlerInput<typeof saveEventSetup>['body'];
type SentReceiver = ListBody['receivers'][number];

interface ListRules {
  market: MarketId;
  /** Users who may be on the list. */
  userIds: ReadonlySet<number>;
  rights: RecipientRights;
  /** The list in effect, whose receivers keep what the caller may not change. */
  before: readonly StoredReceiver[];
}

type Fault = { path: string; message: string };

/** The receivers with their numbers in E.164. Throws `validationFailed`, with the path of each fault. */
export function checkedReceivers({ receivers }: ListBody, rules: ListRules): ReceiverToSave[] {
  const checked = receivers.map((receiver) => checkedReceiver(receiver, rules));
  const faults = checked.flatMap((one, index) =>
    one.faults.map(({ path, message }) => ({ path: `receivers.${index}.${path}`, message })),
  );
  if (faults.length > 0) throw new AppError('validationFailed', faults);
  return checked.map(({ receiver }) => receiver);
}

function checkedReceiver(
  sent: SentReceiver,
  rules: ListRules,
): { receiver: ReceiverToSave; faults: Fault[] } {
  const { userId = null, hours } = sent;
  const receiver = {
    ...sent,
    userId,
    channels: [...new Set(sent.channels)],
    events: [...new Set(sent.events)],
  };
  const ofHours: Fault[] =
    hours !== null && hours.from === hours.to ? [{ path: 'hours', message: 'ends when it begins' }] : [];
  if (userId !== null) {
    const ofUser = { path: 'userId', message: 'may not handle these alarms' };
    return { receiver, faults: rules.userIds.has(userId) ? ofHours : [ofUser, ...ofHours] };
  }
  const ofPush: Fault[] = receiver.channels.includes('push')
    ? [{ path: 'channels', message: 'push messages go to users only' }]
    : [];
  const mobile = fieldOf(sent, 'mobile', rules);
  const email = fieldOf(sent, 'email', rules);
  return {
    receiver: { ...receiver, mobile: mobile.value, email: email.value },
    faults: [...ofPush, ...mobile.faults, ...email.faults, ...ofHours],
  };
}

const fields = {
  mobile: { isNeeded: isByPhone, reason: 'is needed for SMS and calls', parse: phoneNumber },
  email: {
    isNeeded: (channel: ReceiverChannel) => channel === 'email',
    reason: 'is needed for e-mail',
    parse: (_: MarketId, address: string) => address,
  },
};

/** The number or address of somebody who is no user: as typed, or as stored for callers without the right to change it. */
function fieldOf(
  sent: SentReceiver,
  field: keyof typeof fields,
  { market, rights, before }: ListRules,
): { value: string | null; faults: Fault[] } {
  const { isNeeded, reason, parse } = fields[field];
  const fault = (message: string) => ({ value: null, faults: [{ path: field, message }] });
  const typed = sent[field];
  const stored = before.find(({ receiverId, userId }) => receiverId === sent.receiverId && userId === null);
  let value = stored?.[field] ?? null;
  if (rights[field] === 'change') {
    value = typed && parse(market, typed);
    if (typed !== null && value === null) return fault('is not a phone number');
  } else if (typed !== null && (typed !== value || rights[field] === 'none')) {
    return fault('may not be changed');
  }
  return value === null && sent.channels.some(isNeeded) ? fault(reason) : { value, faults: [] };
}
