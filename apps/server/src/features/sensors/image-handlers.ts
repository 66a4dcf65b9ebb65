import { sensorActionsFor } from '@varde/catalogue/sensor-statuses';
import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { queueSensorCommand } from '#domain/sensors/change-sensors.ts';
import { sensorsNamed } from '#domain/sensors/list-sensors.ts';
import { captureOf, findSensorImage, forgetSensorImage } from '#domain/sensors/sensor-images.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { type SensorDependencies, sensorOf, unitOf, workOnUnit } from './work-on-unit.ts';

type ImageCalls = Pick<Handlers<(typeof api)['sensors']>, 'captureImage' | 'getCapture' | 'getSensorImage'>;

/** Pictures that somebody asks the cameras of sensors for (decision 0043). */
export function imageHandlers(dependencies: SensorDependencies): ImageCalls {
  const { db, clock } = dependencies;
  return {
    captureImage: ({ params: { deviId }, body: { gatewayId } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        const [sensor] = await sensorsNamed(unit.tx, deviId, [gatewayId]);
        if (!sensor?.saved) throw new AppError('notFound');
        if (!sensorActionsFor(sensor).includes('captureImage')) throw new AppError('notAllowed');
        const capture = await captureOf(unit.tx, sensor, clock.now());
        if (capture.state === 'waiting') return capture;
        await forgetSensorImage(unit.tx, sensor.deseId);
        await queueSensorCommand(unit.tx, unit, { kind: 'captureImage', gatewayId });
        await unit.audit('sensor.imageAsked', { sensorId: sensor.deseId, gatewayId });
        return captureOf(unit.tx, sensor, clock.now());
      }),

    async getCapture({ params: { deviId, sensorId } }, caller) {
      await unitOf(db, caller, deviId);
      return captureOf(db, await sensorOf(db, deviId, sensorId), clock.now());
    },

    async getSensorImage({ params: { deseId } }, caller, { reply }) {
      const found = await findSensorImage(db, caller.scopeOf('DEVICE_SENSOR'), deseId, clock.now());
      if (found === undefined) throw new AppError('notFound');
      const { custId, deviId, mediaType, image, receivedAt } = found;
      const after = { sensorId: deseId, receivedAt: receivedAt.getTime() };
      const at = new Date(clock.now());
      await recordLook(db, { action: 'sensor.imageRead', at, by: caller, custId, deviId, after });
      reply.header('content-disposition', 'inline').type(mediaType);
      return image;
    },
  };
}
