-- Whether somebody takes an alarm is a question of the list as it is now, and so is the PIN.
alter table notification_attempts drop column pin_hash;
update notification_chains set plan = plan - 'pins' where plan ? 'pins';
