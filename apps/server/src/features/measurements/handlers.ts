import { addDays, localDate } from '@varde/catalogue/local-date';
import { timeZoneOf } from '@varde/catalogue/markets';
import type { api } from '@varde/contract/api';
import { type Reading, stepDays } from '@varde/contract/measurements';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { marketOf } from '#domain/customers/customers.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { type HealthReading, listReadings } from '#domain/measurements/health-readings.ts';
import { stepsOfDays } from '#domain/measurements/step-days.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';

/** What devices measure of their wearers: heart rate, blood pressure and steps. */
export function measurementHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Handlers<(typeof api)['measurements']> {
  const lookedAt = async (
    caller: Caller,
    deviId: number,
    action: 'health.read' | 'health.stepsRead',
  ): Promise<DeviceRecord> => {
    const device = await findDevice(db, caller.scopeOf('DEVICE_HEART_RATE_BLOOD_PRESSURE'), deviId);
    if (device === undefined) throw new AppError('notFound');
    const at = new Date(clock.now());
    await recordLook(db, { action, at, by: caller, custId: device.custId, deviId });
    return device;
  };
  return {
    async listReadings({ params: { deviId }, query: { cursor, limit } }, caller) {
      await lookedAt(caller, deviId, 'health.read');
      const { page, nextCursor } = await listReadings(db, { deviId, cursor, limit });
      return { readings: page.map(({ reading }) => present(reading)), nextCursor };
    },

    async getSteps({ params: { deviId } }, caller) {
      const { custId } = await lookedAt(caller, deviId, 'health.stepsRead');
      const last = localDate(clock.now(), timeZoneOf(await marketOf(db, custId)));
      const first = addDays(last, 1 - stepDays);
      return { days: await stepsOfDays(db, deviId, { first, last }) };
    },
  };
}

const notMeasured = -1;

const present = ({ hrbpId, logDate, heartRate, systolic, diastolic }: HealthReading): Reading => ({
  hrbpId,
  logDate: logDate.getTime(),
  heartRate: heartRate ?? notMeasured,
  systolicBloodPressure: systolic ?? notMeasured,
  diastolicBloodPressure: diastolic ?? notMeasured,
});
