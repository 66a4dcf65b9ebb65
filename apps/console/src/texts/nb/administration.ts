import errors from './administration-errors.json' with { type: 'json' };
import alarmContext from './alarm-context.json' with { type: 'json' };
import alarmHistory from './alarm-history.json' with { type: 'json' };
import alarmOutcomes from './alarm-outcomes.json' with { type: 'json' };
import alarmPath from './alarm-path.json' with { type: 'json' };
import alarmsBeside from './alarms-beside.json' with { type: 'json' };
import answerTimes from './answer-times.json' with { type: 'json' };
import apiKeys from './api-keys.json' with { type: 'json' };
import assignments from './assignments.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import auditFields from './audit-fields.json' with { type: 'json' };
import bulk from './bulk.json' with { type: 'json' };
import customers from './customers.json' with { type: 'json' };
import dates from './dates.json' with { type: 'json' };
import deviceFilters from './device-filters.json' with { type: 'json' };
import download from './download.json' with { type: 'json' };
import emptyList from './empty-list.json' with { type: 'json' };
import eventSetup from './event-setup.json' with { type: 'json' };
import fieldErrors from './field-errors.json' with { type: 'json' };
import geofence from './geofence.json' with { type: 'json' };
import handOver from './hand-over.json' with { type: 'json' };
import missingRight from './missing-right.json' with { type: 'json' };
import muteDialog from './mute-dialog.json' with { type: 'json' };
import outages from './outages.json' with { type: 'json' };
import outbox from './outbox.json' with { type: 'json' };
import palette from './palette.json' with { type: 'json' };
import partners from './partners.json' with { type: 'json' };
import personalData from './personal-data.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import registrations from './registrations.json' with { type: 'json' };
import resetDialog from './reset-dialog.json' with { type: 'json' };
import rolePolicies from './role-policies.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import share from './share.json' with { type: 'json' };
import shortcuts from './shortcuts.json' with { type: 'json' };
import timeline from './timeline.json' with { type: 'json' };
import unknown from './unknown.json' with { type: 'json' };
import users from './users.json' with { type: 'json' };
import views from './views.json' with { type: 'json' };
import webHooks from './web-hooks.json' with { type: 'json' };

/** Texts of lazily loaded screens and panels; the first load of the device list excludes them. */
export const administrationTexts = {
  alarmContext,
  alarmHistory,
  alarms: { ...alarmsBeside, ...alarmOutcomes },
  answerTimes,
  apiKeys,
  assignments,
  audit,
  auditFields,
  bulk,
  customers,
  dates,
  download,
  deviceFilters,
  emptyList,
  eventSetup,
  /** Those of calls that only these pages make. */
  errors,
  fieldErrors,
  geofence,
  handOver,
  missingRight,
  muteDialog,
  outages,
  outbox,
  palette,
  partners,
  personalData,
  profile,
  registrations,
  resetDialog,
  rolePolicies,
  settings,
  share,
  timeline,
  alarmPath,
  unknown,
  shortcuts,
  users,
  views,
  webHooks,
};

/** The type of the texts in each language. */
export type AdministrationTexts = typeof administrationTexts;
