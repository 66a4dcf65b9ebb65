import type { Route } from './routes.ts';

/** Calls about sensors, apart from the others: only the page of a device loads them. */
export const sensorRoutes = {
  startWalkTest: { method: 'POST', path: '/ajax/devices/:deviId/walk_test/start' },
  stopWalkTest: { method: 'POST', path: '/ajax/devices/:deviId/walk_test/stop' },
  fetchSensors: { method: 'GET', path: '/ajax/devices/:deviId/sensors' },
  addSensor: { method: 'POST', path: '/ajax/devices/:deviId/sensors' },
  syncSensors: { method: 'POST', path: '/ajax/devices/:deviId/sensors/sync' },
  fetchUnsavedSensors: { method: 'GET', path: '/ajax/devices/:deviId/sensors/unsaved' },
  getSensor: { method: 'GET', path: '/ajax/devices/:deviId/sensors/:sensorId' },
  deleteSensor: { method: 'DELETE', path: '/ajax/devices/:deviId/sensors/:sensorId' },
  editSensorName: { method: 'PUT', path: '/ajax/devices/:deviId/sensors/:sensorId/name' },
  editSensorFunction: { method: 'PUT', path: '/ajax/devices/:deviId/sensors/:sensorId/function' },
  editSensorType: { method: 'PUT', path: '/ajax/devices/:deviId/sensors/:sensorId/type' },
  saveSensorEventConfig: { method: 'PUT', path: '/ajax/devices/:deviId/sensors/:sensorId/event_config' },
  processSensor: { method: 'POST', path: '/ajax/devices/:deviId/sensors/:sensorId/processing' },
  listSensorTransactions: { method: 'GET', path: '/ajax/devices/:deviId/sensors/:sensorId/transactions' },
  getFunctionsForType: { method: 'GET', path: '/ajax/sensor_types/:typeCode/functions' },
  getLearning: { method: 'GET', path: '/ajax/devices/:deviId/local_learning' },
  startLearning: { method: 'POST', path: '/ajax/devices/:deviId/local_learning/start' },
  stopLearning: { method: 'POST', path: '/ajax/devices/:deviId/local_learning/stop' },
  addLearningSensor: { method: 'POST', path: '/ajax/devices/:deviId/local_learning/sensors' },
} as const satisfies Record<string, Route>;
