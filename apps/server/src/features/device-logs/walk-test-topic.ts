import type { WalkTestRow } from '@varde/contract/device-logs';
import { findDevice } from '#domain/devices/find-device.ts';
import type { LiveTopic } from '#platform/live/topic.ts';
import { parseId } from '#platform/parse-id.ts';
import type { WalkTestDependencies } from './walk-test-handlers.ts';

/** `/topic/walktest/:deviId`: each signal that a unit measures in a walk test. */
export function walkTestTopic({ db }: Pick<WalkTestDependencies, 'db'>): LiveTopic<'walkTest'> {
  return {
    name: 'walkTest',
    async open(caller, params) {
      const deviId = parseId(params.deviId);
      const scope = caller.scopeOf('DEVICE_SENSOR');
      if (deviId === null || (await findDevice(db, scope, deviId)) === undefined) return null;
      const kept = new Map<string, WalkTestRow>();
      return {
        urgent: false,
        first: async () => null,
        take(event) {
          if (event.type !== 'sensors' || event.deviId !== deviId) return false;
          if (!caller.may('DEVICE_SENSOR', event.custId)) return false;
          for (const row of event.walkTest) kept.set(row.gatewayId, row);
          return event.walkTest.length > 0;
        },
        flush() {
          const sensors = [...kept.values()];
          kept.clear();
          return { sensors };
        },
      };
    },
  };
}
