-- Numbers of SIM cards in machines have up to 20 digits, as a device's own number may.
alter table sms_outbox drop constraint sms_outbox_recipient_check;
alter table sms_outbox add constraint sms_outbox_recipient_check check (recipient ~ '^\+[0-9]{6,20}$');
