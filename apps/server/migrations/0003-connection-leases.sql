-- Which process holds the connection that an identity speaks on (docs/decisions/0031). A process renews its lease every few
-- seconds; one whose lease has run out is gone, and so are its connections.
create table gateways (
  gateway_id text primary key,
  leased_until timestamptz not null
);
-- Both null: it has no connection that is known. A newer connection has the higher number.
alter table device_identities
  add column gateway_id text,
  add column connection_id text,
  add constraint device_identities_connection check ((gateway_id is null) = (connection_id is null));
create index device_identities_gateway on device_identities (gateway_id, devi_id) where gateway_id is not null;
