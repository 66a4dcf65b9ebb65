import { accountMails } from './account-mails.ts';
import { addressLookup } from './address-lookup.ts';
import { auditRetention } from './audit-retention.ts';
import { commandRetries } from './command-retries.ts';
import { connectionCheck } from './connection-check.ts';
import { deviceCounts } from './device-counts.ts';
import { embeddedCheckpoint } from './embedded-checkpoint.ts';
import { embeddedUpkeep } from './embedded-upkeep.ts';
import { followedPushes } from './followed-pushes.ts';
import { geofenceCheck } from './geofence-check.ts';
import { inactivityCheck } from './inactivity-check.ts';
import { invitationExpiry } from './invitation-expiry.ts';
import { invitationMails } from './invitation-mails.ts';
import type { Job } from './job.ts';
import { logRetention } from './log-retention.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';
import { offlineCheck } from './offline-check.ts';
import { outdatedPositionCheck } from './outdated-position-check.ts';
import { positionRetention } from './position-retention.ts';
import { registrationMails } from './registration-mails.ts';
import { malformedLimit, retention, sensorImageExpiry } from './retention.ts';
import { selfCheckDue } from './self-check-due.ts';
import { transactionPartitions } from './transaction-partitions.ts';
import { unansweredAlarmCentres } from './unanswered-alarm-centres.ts';
import { unconfirmedHandOvers } from './unconfirmed-hand-overs.ts';
import { wearerMessages } from './wearer-messages.ts';
import { webHookDelivery } from './web-hook-delivery.ts';

/** The scheduled jobs. A job is a file and a line here. */
export const jobs: readonly Job[] = [
  offlineCheck,
  outdatedPositionCheck,
  connectionCheck,
  selfCheckDue,
  inactivityCheck,
  geofenceCheck,
  unconfirmedHandOvers,
  unansweredAlarmCentres,
  notificationSteps,
  wearerMessages,
  commandRetries,
  accountMails,
  invitationMails,
  registrationMails,
  ...Object.values(messageDelivery),
  followedPushes,
  webHookDelivery,
  addressLookup,
  retention,
  logRetention,
  malformedLimit,
  sensorImageExpiry,
  invitationExpiry,
  transactionPartitions,
  deviceCounts,
  embeddedUpkeep,
  embeddedCheckpoint,
  auditRetention,
  positionRetention,
];
