-- A receiver takes an alarm with a PIN where one is set. Of it only a hash is kept, as of a password.
alter table notification_receivers add column pin_hash text;

-- As it was when the message was queued: it counts when the receiver is on no list any more. `wrong_pins`: how often a
-- wrong one was entered for this message, which takes the alarm no more after the last of them.
alter table notification_attempts
  add column pin_hash text,
  add column wrong_pins smallint not null default 0 check (wrong_pins >= 0);

alter table notification_chains drop constraint notification_chains_step_cause_check,
  add constraint notification_chains_step_cause_check check (step_cause in ('declined', 'unreached', 'wrongPins'));
