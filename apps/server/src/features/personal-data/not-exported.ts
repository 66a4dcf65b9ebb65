/** Columns that point at a person or a device and are in no export, and why. The export itself tells it. */
export const notExported: Readonly<Record<string, string>> = {
  'recovery_codes.user_id': 'Only hashes of codes that log in.',
  'users.invited_by': 'Told of the user who was invited; of the one who did it, in the audit log.',
  'users.deleted_by': 'Told of the user who was deleted; of the one who did it, in the audit log.',
  'consents.recorded_by': 'Told of whoever consented; of the one who wrote it down, in the audit log.',
  'device_search.devi_id': 'Name and serial number once more, for searching.',
  'retry_keys.devi_id': 'Numbers of messages that were stored, so that a repeated one is not stored twice.',
  'unknown_devices.identity': 'Devices that belong to nobody.',
};
