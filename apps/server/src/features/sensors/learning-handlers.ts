import { sensorKindOf, shownSerial } from '@varde/catalogue/sensor-types';
import type { api } from '@varde/contract/api';
import type { LearningSensor } from '@varde/contract/sensors';
import { addSensor, forgetFound, queueSensorCommand } from '#domain/sensors/change-sensors.ts';
import { allSensorsOf, sensorsNamed } from '#domain/sensors/list-sensors.ts';
import { presentLearningSensor } from '#domain/sensors/present-sensor.ts';
import { runCommands, runOf } from '#domain/sensors/sensor-commands.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { requireRoom } from './sensor-handlers.ts';
import { recordSensorLook, type SensorDependencies, unitOf, workOnUnit } from './work-on-unit.ts';

type LearningCalls = Pick<
  Handlers<(typeof api)['sensors']>,
  'getLearning' | 'startLearning' | 'stopLearning' | 'addLearningSensor' | 'connectBaseStation' | 'fetchUnsavedSensors'
>;

const { start, stop, seconds } = runCommands('learning');

/** Local learning: a unit listens for sensors, and is told which of them to take. */
export function learningHandlers(dependencies: SensorDependencies): LearningCalls {
  const { db, clock } = dependencies;
  const learning = async (tx: Database, deviId: number) => {
    const { state, remaining } = await runOf(tx, deviId, 'learning', new Date(clock.now()));
    return { state, learningRemaining: remaining, sensors: await heardBy(tx, deviId) };
  };
  return {
    async getLearning({ params: { deviId } }, caller) {
      const unit = await unitOf(db, caller, deviId);
      await recordSensorLook(dependencies, caller, unit);
      return learning(db, deviId);
    },

    startLearning: ({ params: { deviId } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        const { state } = await runOf(unit.tx, deviId, 'learning', unit.at);
        if (state === 'starting' || state === 'active') return learning(unit.tx, deviId);
        await forgetFound(unit.tx, deviId);
        await queueSensorCommand(unit.tx, unit, { kind: start, seconds });
        await unit.audit('sensor.learningStarted', { seconds });
        return learning(unit.tx, deviId);
      }),

    stopLearning: ({ params: { deviId } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        const { state } = await runOf(unit.tx, deviId, 'learning', unit.at);
        if (state === 'idle' || state === 'ending') return learning(unit.tx, deviId);
        await queueSensorCommand(unit.tx, unit, { kind: stop });
        await unit.audit('sensor.learningStopped', {});
        return learning(unit.tx, deviId);
      }),

    addLearningSensor: ({ params: { deviId }, body: { gatewayId, rssi } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        await requireRoom(unit, gatewayId);
        await addSensor(unit.tx, unit, { gatewayId, name: shownSerial(gatewayId), rssi });
        await unit.audit('sensor.added', { gatewayId });
        return learning(unit.tx, deviId);
      }),

    connectBaseStation: ({ params: { deviId }, body: { gatewayId } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        const [heard] = await sensorsNamed(unit.tx, deviId, [gatewayId]);
        if (heard === undefined || sensorKindOf(heard.typeCode) !== 'baseStation') throw new AppError('notFound');
        await requireRoom(unit, gatewayId);
        await queueSensorCommand(unit.tx, unit, { kind: 'connectBaseStation', gatewayId });
        await unit.audit('sensor.added', { gatewayId });
        return learning(unit.tx, deviId);
      }),

    async fetchUnsavedSensors({ params: { deviId } }, caller) {
      const unit = await unitOf(db, caller, deviId);
      await recordSensorLook(dependencies, caller, unit);
      return { sensors: (await heardBy(db, deviId)).filter(({ added }) => !added) };
    },
  };
}

/** What a unit heard, in the order in which it was first heard: a new one comes last and moves no other. */
async function heardBy(db: Database, deviId: number): Promise<LearningSensor[]> {
  const heard = (await allSensorsOf(db, deviId)).filter(
    ({ foundAt, waiting, saved }) => foundAt !== null || (waiting && !saved),
  );
  return heard.sort((a, b) => a.deseId - b.deseId).map(presentLearningSensor);
}
