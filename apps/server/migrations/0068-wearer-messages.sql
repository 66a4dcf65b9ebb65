-- What the wearer of a device was told of an alarm that somebody has taken: the message is a command to the device
-- (docs/decisions/0070).
create table wearer_messages (
  command_id integer primary key references commands (command_id) on delete cascade,
  alarm_id integer not null references alarms (alarm_id) on delete cascade,
  -- The take that it tells of: when, and by whom. A user, or the receiver of a message.
  taken_at timestamptz not null,
  taken_by integer,
  taken_attempt bigint,
  -- Null: not known yet. `withdrawn`: nobody has the alarm any more, or the message was cancelled.
  outcome text check (outcome in ('told', 'notTold', 'withdrawn'))
);
create index wearer_messages_alarm on wearer_messages (alarm_id, taken_at);
create index wearer_messages_open on wearer_messages (alarm_id) where outcome is null;
alter table wearer_messages enable row level security;
alter table wearer_messages force row level security;
create policy reach on wearer_messages
  using ((select reaches_all()) or exists (select from alarms a where a.alarm_id = wearer_messages.alarm_id));
