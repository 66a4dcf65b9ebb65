-- Somebody on the list who is told of no alarm, and so of no test: instead of a message, why.
alter table notification_tests
  add column left_out text check (left_out in ('deleted', 'deactivated', 'noAccess', 'noNumber')),
  drop constraint notification_tests_check,
  add constraint notification_tests_message check (case when left_out is null
    then (mail_id is null) <> (sms_id is null) else mail_id is null and sms_id is null end);
