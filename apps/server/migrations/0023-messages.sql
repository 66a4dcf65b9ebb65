-- A message to a device is a command. It belongs to one assignment: who gets the device next does not see it
-- (docs/decisions/0017). Null for other commands.
alter table commands
  add column assignment_id integer references device_assignments (assignment_id) on delete cascade,
  -- What the device reported of a message that it has: that it is shown, or that it was read.
  add column receipt text check (receipt in ('shown', 'read'));
create index commands_messages on commands (assignment_id, command_id) where assignment_id is not null;
