import type { FeatureOf } from '#platform/feature.ts';
import { imageHandlers } from './image-handlers.ts';
import { learningHandlers } from './learning-handlers.ts';
import { learningTopic } from './learning-topic.ts';
import { searchHandlers } from './search-handlers.ts';
import { editHandlers, listHandlers } from './sensor-handlers.ts';
import type { SensorDependencies, SensorOptions } from './work-on-unit.ts';

/** The sensors of home units, and those of watches. */
export function createSensorsFeature(dependencies: SensorDependencies & SensorOptions): FeatureOf<'sensors'> {
  return {
    group: 'sensors',
    handlers: {
      ...searchHandlers(dependencies),
      ...listHandlers(dependencies),
      ...editHandlers(dependencies),
      ...learningHandlers(dependencies),
      ...imageHandlers(dependencies),
    },
    topics: [learningTopic(dependencies)],
  };
}
