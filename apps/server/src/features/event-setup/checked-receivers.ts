import type { MarketId } from '@varde/catalogue/markets';
import type { HandlerInput } from '@varde/contract/endpoint';
import type { saveEventSetup } from '@varde/contract/event-setup';
import { isByPhone } from '@varde/contract/event-setup-form';
import { phoneNumber } from '#domain/accounts/phone-number.ts';
import type { ReceiverToSave } from '#domain/notifications/lists.ts';
import { AppError } from '#platform/app-error.ts';

/** A list as it was sent. */
export type ListBody = HandlerInput<typeof saveEventSetup>['body'];

interface ListRules {
  market: MarketId;
  /** Users who may be on the list. */
  userIds: ReadonlySet<number>;
}

/** The receivers with their numbers in E.164. Throws `validationFailed`, with the path of each fault. */
export function checkedReceivers({ receivers }: ListBody, { market, userIds }: ListRules): ReceiverToSave[] {
  const checked = receivers.map((receiver) => ({
    ...receiver,
    userId: receiver.userId ?? null,
    channels: [...new Set(receiver.channels)],
    events: [...new Set(receiver.events)],
    mobile: receiver.mobile === null ? null : phoneNumber(market, receiver.mobile),
  }));
  const faults = checked.flatMap(({ userId, mobile, email, channels, hours }, index) => {
    const at = (field: string) => `receivers.${index}.${field}`;
    const typed = receivers[index]?.mobile ?? null;
    const ofHours =
      hours !== null && hours.from === hours.to
        ? [{ path: at('hours'), message: 'ends when it begins' }]
        : [];
    // Number and address are those of the account, which may lose them later: the list then says so.
    if (userId !== null)
      return userIds.has(userId)
        ? ofHours
        : [...ofHours, { path: at('userId'), message: 'may not handle these alarms' }];
    return [
      ...(typed !== null && mobile === null
        ? [{ path: at('mobile'), message: 'is not a phone number' }]
        : []),
      ...(typed === null && channels.some(isByPhone)
        ? [{ path: at('mobile'), message: 'is needed for SMS and calls' }]
        : []),
      ...(channels.includes('push')
        ? [{ path: at('channels'), message: 'push messages go to users only' }]
        : []),
      ...(email === null && channels.includes('email')
        ? [{ path: at('email'), message: 'is needed for e-mail' }]
        : []),
      ...ofHours,
    ];
  });
  if (faults.length > 0) throw new AppError('validationFailed', faults);
  return checked;
}
