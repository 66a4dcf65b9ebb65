/** Columns that refer to a person or a device and are in no export, with the reason, which the export itself states. */
export const notExported: Readonly<Record<string, string>> = {
  'recovery_codes.user_id': 'Only hashes of codes that log in.',
  'users.invited_by': 'About the invited user; for the inviter it is in the audit log.',
  'users.deleted_by': 'About the deleted user; for the one who deleted it is in the audit log.',
  'consents.recorded_by': 'About the person who consented; for the one who recorded it, it is in the audit log.',
  'devices.training_approved_by': 'About the wearer; for the one who approved it is in the audit log.',
  'device_images.assignment_id': 'The image of each wearer is exported, found by the device.',
  'device_known_macs.devi_id': 'What was entered about a device is exported with the period of its wearer.',
  'indoor_locations.devi_id': 'The indoor locations of a device are exported with the period of its wearer.',
  'geofences.devi_id': 'The fences of a device are exported with the period of its wearer.',
  'confirmed_numbers.entered_by':
    'About who has the number; for the one who entered it, saving the list is in the audit log.',
  'notification_lists.tells_by': 'The ways of the list, which is exported with the period of its wearer.',
  'notification_lists.devi_id': 'The list of a device is exported with the period of its wearer.',
  'notification_tests.assignment_id':
    'Messages that tried out the list of a device, which is exported; deleted after 30 days.',
  'notification_tests.recipient': 'Somebody on the list of a device, which is exported with the period of its wearer.',
  'device_search.devi_id': 'Name and serial number once more, for searching.',
  'sensor_search.devi_id': 'Name, serial number and address of each sensor once more, for searching.',
  'sensor_images.devi_id': 'A picture that somebody asked a sensor for, deleted after half an hour.',
  'devices.twin_device': 'The other device of a pair of twins, which is exported with that device.',
  'outbox.devi_id': 'The command that left as the SMS is exported, and the number with the device.',
  'retry_keys.devi_id': 'Numbers of messages that were stored, so that a repeated one is not stored twice.',
  'wearer_messages.taken_by': 'Who took an alarm is exported with the alarm.',
  'address_lookups.user_id': 'A place that somebody looked at, until its address is known.',
  'address_searches.user_id': 'Words that somebody searched an address by, deleted after a day.',
  'unknown_devices.identity': 'Devices that belong to nobody.',
};
