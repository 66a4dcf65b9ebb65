import { openSensorFeed } from '#domain/sensors/sensor-feed.ts';
import type { LiveTopic } from '#platform/live/topic.ts';
import type { WalkTestDependencies } from './walk-test-handlers.ts';

/** `/topic/walktest/:deviId`: each signal that a unit measures in a walk test. */
export const walkTestTopic = ({ db }: Pick<WalkTestDependencies, 'db'>): LiveTopic<'walkTest'> => ({
  name: 'walkTest',
  open: (caller, { deviId }) =>
    openSensorFeed(db, caller, deviId, { rowsOf: (event) => event.walkTest, idOf: (row) => row.gatewayId }),
});
