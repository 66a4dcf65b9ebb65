-- Who handed a claimed alarm over to its claimant, until the claimant has confirmed it.
alter table alarms add column handed_over_by integer references users (user_id);
alter table alarms add constraint alarms_handed_over check (handed_over_by is null or state = 'claimed');
