import type { api } from '@varde/contract/api';
import type { UserSensor } from '@varde/contract/sensors';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { sensorsNumbered } from '#domain/sensors/list-sensors.ts';
import { presentSensor } from '#domain/sensors/present-sensor.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { pageOfSensors } from './store.ts';
import type { SensorDependencies } from './work-on-unit.ts';

/** The sensors of all devices of a caller. */
export function searchHandlers({
  db,
  clock,
}: SensorDependencies): Pick<Handlers<(typeof api)['sensors']>, 'sensorsForUser'> {
  return {
    async sensorsForUser({ query }, caller) {
      const { page, nextCursor } = await pageOfSensors(db, caller.scopeOf('DEVICE_SENSOR'), query);
      const found = await sensorsNumbered(
        db,
        page.map(({ deseId }) => deseId),
      );
      const byId = new Map(found.map((sensor) => [sensor.deseId, presentSensor(sensor)]));
      const at = new Date(clock.now());
      const seen = new Map(page.map(({ deviId, custId }) => [deviId, custId]));
      await recordLooks(
        db,
        [...seen].map(([deviId, custId]) => ({ action: 'sensor.read', at, by: caller, custId, deviId })),
      );
      return {
        sensors: page.flatMap(({ deseId, custId: _, ...device }): UserSensor[] => {
          const sensor = byId.get(deseId);
          return sensor === undefined ? [] : [{ ...sensor, ...device }];
        }),
        nextCursor,
      };
    },
  };
}
