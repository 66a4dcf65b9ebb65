-- A device has one or more identities: names under which it speaks, each on one protocol (docs/decisions/0028). A home unit
-- raises alarms over one protocol and takes its settings over another.
create table device_identities (
  devi_id integer not null references devices (devi_id) on delete cascade,
  protocol text not null,
  identity text not null,
  -- Of a protocol with a token the hash of the token, of any other the key that its cipher needs, as it is.
  secret text,
  -- Several live connections claim it, so that nobody knows whose it is (docs/decisions/0018).
  contested boolean not null default false,
  primary key (protocol, identity)
);
create index device_identities_device on device_identities (devi_id);

insert into device_identities (devi_id, protocol, identity, secret, contested)
  select devi_id, protocol, identity, token_hash, 'unknownWarning' = any (flags) from devices;

alter table devices drop column protocol, drop column identity, drop column token_hash;

-- On which protocol a command was sent last: answers on another one are not its answers.
alter table commands add column sent_on text;
update commands c set sent_on = i.protocol from device_identities i where i.devi_id = c.devi_id and c.state = 'sent';

-- What hangs on a device follows the device.
alter table device_identities enable row level security;
alter table device_identities force row level security;
create policy reach on device_identities
  using ((select reaches_all()) or exists (select from devices d where d.devi_id = device_identities.devi_id));
