import { explainAccess } from './access.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  saveProfile,
} from './account.ts';
import { getAlarmPath, listMalformedMessages, listUnknownDevices } from './administration.ts';
import { getAhpPrivateLink, getDefaultAhp, getEventSetupCapabilities, setAhp } from './alarm-centre.ts';
import {
  claimAlarm,
  escalateAlarm,
  getAlarm,
  getAlarmAnalysis,
  handOverAlarm,
  listAlarmHandlers,
  listAlarmHistory,
  listAlarms,
  releaseAlarm,
  reopenAlarm,
  resetAlarm,
} from './alarms.ts';
import { getAnswerTimes } from './answer-times.ts';
import { createApiKey, endApiKey, endUserApiKey, listApiKeys, listUserApiKeys } from './api-keys.ts';
import { assignDevice, fetchOrganisation, saveOrganisation } from './assignments.ts';
import { getAuditRetention, listAudit, saveAuditRetention, verifyAudit } from './audit.ts';
import { answerCall, reportCall, speakCall } from './calls.ts';
import { cancelCommand, listCommands, performAction } from './commands.ts';
import { closeCoupon, createCoupon, listCoupons } from './coupons.ts';
import {
  getCustomerImage,
  getDeviceCustomerImage,
  removeCustomerImage,
  saveCustomerImage,
} from './customer-images.ts';
import {
  createCustomer,
  getCustomer,
  getNationalIntegration,
  listAlarmCentres,
  listCustomers,
  moveCustomer,
  saveAlarmCentre,
  saveNationalIntegration,
  updateCustomer,
} from './customers.ts';
import {
  applyDefaultSettings,
  getDefaultSettings,
  previewDefaultSettings,
  saveDefaultSettings,
} from './default-settings.ts';
import { importDevices } from './device-import.ts';
import {
  getUserImage,
  removeUserImage,
  renameDevice,
  saveUserImage,
  setUserTag,
  setVardeAsReceiver,
  updateTraining,
} from './device-info.ts';
import {
  deleteDevice,
  findReplacement,
  forgetHistory,
  saveDeletionRule,
  switchDevice,
} from './device-life.ts';
import { getWalkTest, listDeviceCalls, startWalkTest, stopWalkTest } from './device-logs.ts';
import type { deviceRoutes } from './device-routes.ts';
import { getDevice, listDevices, listPositions } from './devices.ts';
import type { Endpoint } from './endpoint.ts';
import {
  askCustomerReceiver,
  askReceiver,
  confirmNumber,
  deleteCustomerEventSetup,
  deleteEventSetup,
  getCountries,
  getCustomerEventSetup,
  getEventSetup,
  getEventSetupTest,
  getNumberToConfirm,
  listCustomerReceiverUsers,
  listReceiverUsers,
  saveCustomerEventSetup,
  saveEventSetup,
  sendEventSetupTest,
} from './event-setup.ts';
import { exportAlarms, exportDevices } from './exports.ts';
import {
  deleteGeofence,
  getGeofenceDistance,
  getGeofencePosition,
  listGeofenceCustomers,
  listGeofenceIndoorLocations,
  listGeofences,
  listGlobalGeofences,
  saveGeofence,
} from './geofences.ts';
import { addIdentity, listIdentities, removeIdentity } from './identities.ts';
import {
  deleteIndoorLocation,
  getCustomersForIndoor,
  getIndoorLocationsForCustomer,
  getIndoorLocationsForDevice,
  getIndoorScan,
  saveIndoorLocation,
  saveIndoorLocationName,
  scanWifiIndoorLocation,
} from './indoor-locations.ts';
import { listMacs, saveKnownMac } from './known-macs.ts';
import { getSteps, listReadings } from './measurements.ts';
import { listMessageCosts } from './message-costs.ts';
import { getMessages, sendMessage } from './messages.ts';
import { getNote, listNotes, saveNote } from './notes.ts';
import { listOutages } from './outages.ts';
import { listOutbox, listOutboxMessages, readMail, readOutboxMessage } from './outbox.ts';
import {
  eraseUser,
  eraseWearer,
  exportUserData,
  exportWearerData,
  findPersonalData,
  getUserData,
  getWearerData,
  recordUserConsent,
  recordWearerConsent,
} from './personal-data.ts';
import { addPushBrowser, getPush, leavePushBrowser, removePushBrowser } from './push.ts';
import {
  acceptGdpr,
  forgotPassword,
  getLoginText,
  resendVerification,
  resetPassword,
  sendGdprEmail,
} from './recovery.ts';
import {
  getValidationEmail,
  lookUpOrganisation,
  registerCompany,
  registerPrivate,
  validateCompany,
  validateCouponCode,
  validateEmail,
  validateOrgName,
  validateUser,
} from './registration.ts';
import { approveRegistration, listRegistrations, rejectRegistration } from './registration-decisions.ts';
import { getRolePolicies, saveRolePolicy } from './role-policies.ts';
import type { routes } from './routes.ts';
import { createView, deleteView, listViews, updateView } from './saved-views.ts';
import {
  addLearningSensor,
  addSensor,
  deleteSensor,
  editSensorFunction,
  editSensorName,
  editSensorType,
  fetchSensors,
  fetchUnsavedSensors,
  getFunctionsForType,
  getLearning,
  getSensor,
  listSensorTransactions,
  processSensor,
  saveSensorEventConfig,
  sensorsForUser,
  startLearning,
  stopLearning,
  syncSensors,
} from './sensors.ts';
import { getConfig, getSession, login, logout } from './session.ts';
import { getSettings, saveSettings } from './settings.ts';
import { answerAlarm, getSharedAlarm, getSharedImage, setSharedHours, shareAlarm } from './sharing.ts';
import { answerByLinkSms, answerBySms, reportLinkSms, reportSms } from './sms.ts';
import { getTransaction, listNotificationEvents, listTransactions } from './transactions.ts';
import { addDevice, deleteTwin, findStock, getTwin, swapTwin } from './twins.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from './two-factor.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listDeletedUsers,
  listGivableRoles,
  listUsers,
  promoteUser,
  resetTwoFactor,
  setUserActivation,
  setUserFlags,
  setUserPolicies,
  undeleteUser,
  updateUser,
} from './users.ts';
import {
  addWebHook,
  changeWebHook,
  listWebHooks,
  removeWebHook,
  replayWebHook,
  testWebHook,
} from './web-hooks.ts';

/** Every call of the HTTP interface, by feature. A call that is not listed here does not exist. */
export const api = {
  session: { login, logout, getSession, getConfig },
  account: {
    getProfile,
    saveProfile,
    listSessions,
    endSession,
    endOtherSessions,
    getPush,
    addPushBrowser,
    removePushBrowser,
    leavePushBrowser,
    changePassword,
    forgotPassword,
    resetPassword,
    resendVerification,
    getLoginText,
    sendGdprEmail,
    acceptGdpr,
    getTwoFactor,
    confirmTwoFactor,
    renewRecoveryCodes,
    beginTwoFactor,
    endTwoFactor,
    listApiKeys,
    createApiKey,
    endApiKey,
  },
  devices: {
    listDevices,
    exportDevices,
    getDevice,
    listPositions,
    listIdentities,
    addIdentity,
    removeIdentity,
    renameDevice,
    setUserTag,
    setVardeAsReceiver,
    updateTraining,
    getUserImage,
    saveUserImage,
    removeUserImage,
    listMacs,
    saveKnownMac,
  },
  views: { listViews, createView, updateView, deleteView },
  sharing: { shareAlarm, getSharedAlarm, answerAlarm, setSharedHours, getSharedImage },
  sms: { reportSms, reportLinkSms, answerBySms, answerByLinkSms },
  calls: { answerCall, reportCall, speakCall },
  eventSetup: {
    getNumberToConfirm,
    confirmNumber,
    askReceiver,
    askCustomerReceiver,
    getEventSetup,
    saveEventSetup,
    deleteEventSetup,
    sendEventSetupTest,
    getEventSetupTest,
    getCustomerEventSetup,
    saveCustomerEventSetup,
    deleteCustomerEventSetup,
    listReceiverUsers,
    listCustomerReceiverUsers,
    getCountries,
    getEventSetupCapabilities,
    getDefaultAhp,
    setAhp,
    getAhpPrivateLink,
  },
  webHooks: { listWebHooks, addWebHook, changeWebHook, removeWebHook, testWebHook, replayWebHook },
  alarms: {
    listAlarms,
    listAlarmHistory,
    exportAlarms,
    getAnswerTimes,
    listOutages,
    getAlarm,
    getAlarmAnalysis,
    claimAlarm,
    listAlarmHandlers,
    handOverAlarm,
    releaseAlarm,
    escalateAlarm,
    reopenAlarm,
    resetAlarm,
  },
  transactions: { listTransactions, listSensorTransactions, getTransaction, listNotificationEvents },
  deviceLogs: { listDeviceCalls, getWalkTest, startWalkTest, stopWalkTest },
  sensors: {
    sensorsForUser,
    fetchSensors,
    addSensor,
    syncSensors,
    fetchUnsavedSensors,
    getSensor,
    deleteSensor,
    editSensorName,
    editSensorFunction,
    editSensorType,
    saveSensorEventConfig,
    processSensor,
    getFunctionsForType,
    getLearning,
    startLearning,
    stopLearning,
    addLearningSensor,
  },
  commands: { listCommands, performAction, cancelCommand },
  geofences: {
    listGeofences,
    listGlobalGeofences,
    listGeofenceIndoorLocations,
    listGeofenceCustomers,
    getGeofencePosition,
    saveGeofence,
    deleteGeofence,
    getGeofenceDistance,
  },
  assignments: { assignDevice, fetchOrganisation, saveOrganisation },
  deviceLife: { deleteDevice, saveDeletionRule, forgetHistory, findReplacement, switchDevice },
  twins: { findStock, addDevice, importDevices, getTwin, swapTwin, deleteTwin },
  measurements: { listReadings, getSteps },
  indoorLocations: {
    getIndoorLocationsForDevice,
    getIndoorLocationsForCustomer,
    getCustomersForIndoor,
    saveIndoorLocation,
    saveIndoorLocationName,
    deleteIndoorLocation,
    scanWifiIndoorLocation,
    getIndoorScan,
  },
  messages: { getMessages, sendMessage },
  notes: { listNotes, getNote, saveNote },
  settings: {
    getSettings,
    saveSettings,
    getDefaultSettings,
    saveDefaultSettings,
    previewDefaultSettings,
    applyDefaultSettings,
  },
  registration: {
    validateUser,
    validateCouponCode,
    registerPrivate,
    registerCompany,
    validateOrgName,
    validateCompany,
    lookUpOrganisation,
    getValidationEmail,
    validateEmail,
    listRegistrations,
    approveRegistration,
    rejectRegistration,
  },
  coupons: { listCoupons, createCoupon, closeCoupon },
  customers: {
    listCustomers,
    getCustomer,
    createCustomer,
    updateCustomer,
    moveCustomer,
    listAlarmCentres,
    saveAlarmCentre,
    getNationalIntegration,
    saveNationalIntegration,
    listMessageCosts,
    getCustomerImage,
    getDeviceCustomerImage,
    saveCustomerImage,
    removeCustomerImage,
  },
  audit: { listAudit, verifyAudit, getAuditRetention, saveAuditRetention },
  rolePolicies: { getRolePolicies, saveRolePolicy },
  users: {
    listUsers,
    listDeletedUsers,
    getUser,
    listGivableRoles,
    explainAccess,
    createUser,
    updateUser,
    setUserPolicies,
    setUserFlags,
    setUserActivation,
    promoteUser,
    resetTwoFactor,
    listUserApiKeys,
    endUserApiKey,
    deleteUser,
    undeleteUser,
  },
  administration: { listUnknownDevices, listMalformedMessages, getAlarmPath },
  outbox: { listOutbox, readMail, listOutboxMessages, readOutboxMessage },
  personalData: {
    findPersonalData,
    getUserData,
    getWearerData,
    recordUserConsent,
    recordWearerConsent,
    exportUserData,
    exportWearerData,
    eraseUser,
    eraseWearer,
  },
} as const;

type Feature = (typeof api)[keyof typeof api];
type NamesOf<F> = F extends unknown ? keyof F : never;
type Named<F, N extends PropertyKey> = F extends Record<N, infer E extends Endpoint> ? E : never;

/** The name of a call, as in `routes`. */
export type EndpointName = NamesOf<Feature> & (keyof typeof routes | keyof typeof deviceRoutes);
/** The call with that name. */
export type EndpointOf<N extends EndpointName> = Named<Feature, N>;
