import { actionsOn } from '#domain/commands/actions-on.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { parseId } from '#platform/live/parse-id.ts';
import type { LiveTopic } from '#platform/live/topic.ts';

/**
 * `/topic/messages/:deviId`: notifies that the messages to a device changed, without their texts, which are fetched and
 * audited.
 */
export function messagesTopic({ db }: Pick<FeatureDependencies, 'db'>): LiveTopic<'messages'> {
  return {
    name: 'messages',
    async open(caller, params) {
      const deviId = parseId(params.deviId);
      const device = deviId === null ? undefined : await findDevice(db, caller.scopeOf('DEVICE_LIST'), deviId);
      if (device === undefined || !actionsOn(caller, device).includes('message')) return null;
      return {
        urgent: false,
        first: async () => ({ messagesChanged: true }),
        take: (event) =>
          event.type === 'devicePage' && event.deviId === deviId && caller.may('DEVICE_LIST', event.custId),
        flush: () => ({ messagesChanged: true }),
      };
    },
  };
}
