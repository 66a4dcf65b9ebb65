import type { MarketId } from '@varde/catalogue/markets';
import type { HandlerInput } from '@varde/contract/endpoint';
import type { saveEventSetup } from '@varde/contract/event-setup';
import { isByPhone } from '@varde/contract/event-setup-form';
import { phoneNumber } from '#domain/accounts/phone-number.ts';
import type { ReceiverToSave } from '#domain/notifications/lists.ts';
import { AppError } from '#platform/app-error.ts';

type Body = HandlerInput<typeof saveEventSetup>['body'];

/** The receivers with their numbers in E.164. Throws `validationFailed`, with the path of each fault. */
export function checkedReceivers({ receivers }: Body, market: MarketId): ReceiverToSave[] {
  const checked = receivers.map((receiver) => ({
    ...receiver,
    channels: [...new Set(receiver.channels)],
    events: [...new Set(receiver.events)],
    mobile: receiver.mobile === null ? null : phoneNumber(market, receiver.mobile),
  }));
  const faults = checked.flatMap(({ mobile, email, channels, hours }, index) => {
    const at = (field: string) => `receivers.${index}.${field}`;
    const typed = receivers[index]?.mobile ?? null;
    return [
      ...(typed !== null && mobile === null
        ? [{ path: at('mobile'), message: 'is not a phone number' }]
        : []),
      ...(typed === null && channels.some(isByPhone)
        ? [{ path: at('mobile'), message: 'is needed for SMS and calls' }]
        : []),
      ...(email === null && channels.includes('email')
        ? [{ path: at('email'), message: 'is needed for e-mail' }]
        : []),
      ...(hours !== null && hours.from === hours.to
        ? [{ path: at('hours'), message: 'ends when it begins' }]
        : []),
    ];
  });
  if (faults.length > 0) throw new AppError('validationFailed', faults);
  return checked;
}
