import { openSensorFeed } from '#domain/sensors/sensor-feed.ts';
import type { LiveTopic } from '#platform/live/topic.ts';
import type { SensorDependencies } from './work-on-unit.ts';

/** `/topic/locallearning/:deviId`: each sensor that a unit hears while it learns. */
export const learningTopic = ({ db }: Pick<SensorDependencies, 'db'>): LiveTopic<'localLearning'> => ({
  name: 'localLearning',
  open: (caller, { deviId }) =>
    openSensorFeed(db, caller, deviId, { rowsOf: (event) => event.learning, idOf: (sensor) => sensor.id }),
});
