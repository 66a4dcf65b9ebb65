import { isDeepStrictEqual } from 'node:util';
import type { HandlerInput } from '@varde/contract/endpoint';
import type { saveEventSetup } from '@varde/contract/event-setup';
import {
  channelRules,
  isByBrowser,
  isByPhone,
  type KinRight,
  numberFaults,
  type ReceiverChannel,
  receiverChannels,
  usualRules,
} from '@varde/contract/event-setup-form';
import type { ReceiverToSave } from '#domain/notifications/lists.ts';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import { AppError } from '#platform/app-error.ts';
import type { PinHashes } from './hash-pins.ts';
import { checkedKin } from './kin-rights.ts';
import { type NumberRules, receiverNumber } from './receiver-number.ts';
import type { RecipientRights } from './recipient-rights.ts';

/** A list as it was sent. */
export type ListBody = HandlerInput<typeof saveEventSetup>['body'];
type SentReceiver = ListBody['receivers'][number];
type SentFields = Omit<SentReceiver, 'pin' | 'nextOfKin'>;

interface ListRules {
  numbers: NumberRules;
  /** Users who may be on the list, each with the number of the account; null: none. */
  users: ReadonlyMap<number, string | null>;
  rights: RecipientRights;
  pinHashes: PinHashes;
  /** Of next of kin, what the caller may give and take. */
  kinRights: readonly KinRight[];
  /** What the caller has of them. */
  heldKin: readonly KinRight[];
  /** Only who is told, how and in which order is changed. */
  limited: boolean;
  /** The list in effect, whose receivers keep what the caller may not change. */
  before: readonly StoredReceiver[];
}

type RuleField = keyof typeof usualRules;
type Fault = { path: string; message: string };

/** The receivers with their numbers in E.164. Throws `validationFailed`, with the path of each fault. */
export function checkedReceivers({ receivers }: ListBody, rules: ListRules): ReceiverToSave[] {
  const firstAt = new Map(receivers.map(({ receiverId }, index) => [receiverId, index] as const).toReversed());
  const checked = receivers.map((receiver, index) => {
    const isCopy = firstAt.get(receiver.receiverId) !== index;
    return checkedReceiver(receiver, { index, isCopy }, rules);
  });
  const faults = checked.flatMap((one, index) =>
    one.faults.map(({ path, message }) => ({ path: `receivers.${index}.${path}`, message })),
  );
  if (faults.length > 0) throw new AppError('validationFailed', faults);
  return checked.map(({ receiver }) => receiver);
}

interface Place {
  index: number;
  /** The same receiver stands above: this one is another person. */
  isCopy: boolean;
}

function checkedReceiver(
  { pin, nextOfKin, ...sent }: SentReceiver,
  { index, isCopy }: Place,
  rules: ListRules,
): { receiver: ReceiverToSave; faults: Fault[] } {
  const { userId = null, hours } = sent;
  const stored = rules.before.find(({ receiverId }) => receiverId === sent.receiverId);
  const [mobile, email] = [fieldOf(sent, 'mobile', rules), fieldOf(sent, 'email', rules)];
  const kin = checkedKin(nextOfKin, {
    ...{ userId, stored: isCopy ? undefined : stored, may: rules.kinRights, held: rules.heldKin },
    isReaddressed: stored?.mobile !== mobile.value || stored?.email !== email.value,
  });
  const receiver = {
    ...sent,
    nextOfKin: kin.value,
    userId,
    language: sent.language ?? stored?.language,
    pinHash: pin === undefined ? (stored?.pinHash ?? null) : (rules.pinHashes.get(index) ?? null),
    channels: [...new Set(sent.channels)],
    events: [...new Set(sent.events)],
  };
  const ofRules: Fault[] = [
    ...(hours !== null && hours.from === hours.to ? [{ path: 'hours', message: 'ends when it begins' }] : []),
    ...(rules.limited ? changedRules(sent, rules.before) : []),
    ...(kin.fault === null ? [] : [{ path: 'nextOfKin', message: kin.fault }]),
  ];
  if (userId !== null) {
    return { receiver, faults: [...faultsOfUser(userId, receiver.channels, rules), ...ofRules] };
  }
  const ofPush: Fault[] = receiver.channels.some(isByBrowser)
    ? [{ path: 'channels', message: 'push messages go to users only' }]
    : [];
  return {
    receiver: { ...receiver, mobile: mobile.value, email: email.value },
    faults: [...ofPush, ...mobile.faults, ...email.faults, ...ofRules],
  };
}

/** Why a user may not be on a list. */
export const userFault = 'may not handle these alarms';

/** The number of an account was typed for other purposes: it may be one that an alarm cannot be told to. */
function faultsOfUser(userId: number, channels: readonly ReceiverChannel[], { users, numbers }: ListRules): Fault[] {
  const mobile = users.get(userId);
  if (mobile === undefined) return [{ path: 'userId', message: userFault }];
  if (mobile === null || !channels.some(isByPhone)) return [];
  const read = receiverNumber(mobile, channels, numbers);
  return 'fault' in read ? [{ path: 'mobile', message: numberFaults[read.fault] }] : [];
}

/** Faults of what a private user has changed: it stays as stored, or as usual for a new receiver. */
function changedRules(sent: SentFields, before: readonly StoredReceiver[]): Fault[] {
  const kept = before.find(({ receiverId }) => receiverId === sent.receiverId) ?? usualRules;
  return Object.keys(usualRules)
    .filter((field) => !isDeepStrictEqual(sent[field as RuleField], kept[field as RuleField]))
    .map((path) => ({ path, message: 'is not changed by private users' }));
}

const needed = {
  mobile: { channels: receiverChannels.filter(isByPhone), message: 'is needed for SMS and calls' },
  email: {
    channels: receiverChannels.filter((channel) => channelRules[channel].leadsTo === 'email'),
    message: 'is needed for e-mail',
  },
} as const satisfies Record<string, { channels: readonly ReceiverChannel[]; message: string }>;

/** The number or address of somebody who is no user: as typed, or as stored for callers without the right to change it. */
function fieldOf(
  sent: SentFields,
  field: keyof typeof needed,
  { numbers, rights, before }: ListRules,
): { value: string | null; faults: Fault[] } {
  const fault = (message: string) => ({ value: null, faults: [{ path: field, message }] });
  const typed = sent[field];
  const stored = before.find(({ receiverId, userId }) => receiverId === sent.receiverId && userId === null);
  let value = stored?.[field] ?? null;
  if (rights[field] === 'change') {
    value = typed;
    if (field === 'mobile' && typed !== null) {
      const read = receiverNumber(typed, sent.channels, numbers);
      if ('fault' in read) return fault(numberFaults[read.fault]);
      value = read.number;
    }
  } else if (typed !== null && (typed !== value || rights[field] === 'none')) {
    return fault('may not be changed');
  }
  const { channels, message } = needed[field];
  return value === null && channels.some((each) => sent.channels.includes(each))
    ? fault(message)
    : { value, faults: [] };
}
