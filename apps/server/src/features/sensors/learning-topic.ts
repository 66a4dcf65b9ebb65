import type { LearningSensor } from '@varde/contract/sensors';
import { findDevice } from '#domain/devices/find-device.ts';
import type { LiveTopic } from '#platform/live/topic.ts';
import { parseId } from '#platform/parse-id.ts';
import type { SensorDependencies } from './work-on-unit.ts';

/** `/topic/locallearning/:deviId`: each sensor that a unit hears while it learns. */
export function learningTopic({ db }: Pick<SensorDependencies, 'db'>): LiveTopic<'localLearning'> {
  return {
    name: 'localLearning',
    async open(caller, params) {
      const deviId = parseId(params.deviId);
      const scope = caller.scopeOf('DEVICE_SENSOR');
      if (deviId === null || (await findDevice(db, scope, deviId)) === undefined) return null;
      const kept = new Map<string, LearningSensor>();
      return {
        urgent: false,
        first: async () => null,
        take(event) {
          if (event.type !== 'sensors' || event.deviId !== deviId) return false;
          if (!caller.may('DEVICE_SENSOR', event.custId)) return false;
          for (const sensor of event.learning) kept.set(sensor.id, sensor);
          return event.learning.length > 0;
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
