-- Also who has no browser for push messages, or has withdrawn a consent. The reasons are those of the contract.
alter table notification_tests drop constraint notification_tests_left_out_check;
alter table notification_tests add constraint notification_tests_left_out_check
  check (left_out in ('deleted', 'deactivated', 'noAccess', 'noConsent', 'noNumber', 'noBrowser'));
