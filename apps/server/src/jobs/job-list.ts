import { accountMails } from './account-mails.ts';
import { attemptRetention } from './attempt-retention.ts';
import { auditRetention } from './audit-retention.ts';
import { callDelivery } from './call-delivery.ts';
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
import { linkRetention } from './link-retention.ts';
import { mailDelivery } from './mail-delivery.ts';
import { measurementRetention } from './measurement-retention.ts';
import { notificationSteps } from './notification-steps.ts';
import { offlineCheck } from './offline-check.ts';
import { outboxRetention } from './outbox-retention.ts';
import { outdatedPositionCheck } from './outdated-position-check.ts';
import { pushDelivery } from './push-delivery.ts';

import { registrationExpiry } from './registration-expiry.ts';
import { registrationMails } from './registration-mails.ts';
import { rejectedRetention } from './rejected-retention.ts';
import { retryKeyRetention } from './retry-key-retention.ts';
import { selfCheckDue } from './self-check-due.ts';
import { smsDelivery } from './sms-delivery.ts';
import { transactionPartitions } from './transaction-partitions.ts';
import { unansweredAlarmCentres } from './unanswered-alarm-centres.ts';
import { unconfirmedHandOvers } from './unconfirmed-hand-overs.ts';
import { wearerMessages } from './wearer-messages.ts';
import { webHookDelivery } from './web-hook-delivery.ts';
import { webHookRetention } from './web-hook-retention.ts';

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
  mailDelivery,
  smsDelivery,
  callDelivery,
  pushDelivery,
  followedPushes,
  webHookDelivery,
  retryKeyRetention,
  rejectedRetention,
  outboxRetention,
  webHookRetention,
  attemptRetention,
  linkRetention,
  invitationExpiry,
  registrationExpiry,
  transactionPartitions,
  measurementRetention,
  deviceCounts,
  embeddedUpkeep,
  embeddedCheckpoint,
  auditRetention,
];
