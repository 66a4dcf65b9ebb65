-- How far the chain goes, beside it: links that are cut off its end are missed by the next link, and by `verify-audit`.
create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) select c.seq, c.hash from audit_chain c order by c.seq desc limit 1;

-- As in 0011, but the link follows from the head. Without a head, the log must go on being written: then from the last
-- link, and the verification of the chain tells.
create or replace function audit_link() returns trigger language plpgsql as $$
declare
  last_seq bigint;
  last_hash text;
  content_hash text := encode(sha256(convert_to(new.salt || new.content, 'UTF8')), 'hex');
begin
  perform pg_advisory_xact_lock(7262001);
  select h.seq, h.hash into last_seq, last_hash from audit_head h;
  if not found then
    select c.seq, c.hash into last_seq, last_hash from audit_chain c order by c.seq desc limit 1;
  end if;
  last_seq := coalesce(last_seq, 0) + 1;
  last_hash := encode(sha256(convert_to(
    concat_ws('|', coalesce(last_hash, ''), last_seq, new.audit_id, new.at, coalesce(new.cust_id::text, '-'), content_hash),
    'UTF8')), 'hex');
  insert into audit_chain (seq, audit_id, at, cust_id, content_hash, hash)
    values (last_seq, new.audit_id, new.at, new.cust_id, content_hash, last_hash);
  insert into audit_head (seq, hash) values (last_seq, last_hash)
    on conflict (one) do update set seq = excluded.seq, hash = excluded.hash;
  return null;
end
$$;

-- Links and the head are written by `audit_link` alone.
create function audit_link_only() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'the audit log is append-only (% of %)', lower(tg_op), tg_table_name;
end
$$;
create trigger audit_chain_linked before insert on audit_chain for each row execute function audit_link_only();
create trigger audit_head_linked before insert or update on audit_head for each row execute function audit_link_only();
create trigger audit_head_fixed before delete on audit_head for each row execute function audit_refuse();
create trigger audit_head_kept before truncate on audit_head for each statement execute function audit_refuse();

-- How long the entries of a customer are kept at the least: what the nearest customer up the tree says, else the fewest
-- days that the configuration takes.
create function audit_days_of(customer integer) returns integer language sql stable as $$
select coalesce((
  select a.audit_days from customers c join customers a on a.cust_id = any(c.path)
  where c.cust_id = customer and a.audit_days is not null
  order by cardinality(a.path) desc limit 1
), 30)
$$;

-- An entry goes at the end of its time, or because it told of somebody who is forgotten (0011, 0017). In both cases an
-- entry of the same customer says so, and it is believed only as far as it may be true. At the end of its time: nothing
-- that is younger than the customer's retention, by that entry's clock and by the database's own. For somebody who is
-- forgotten: what was changed about them; who looked at something, and the log of the log, stay.
create or replace function audit_removal() returns trigger language plpgsql as $$
declare
  told jsonb := old.content::jsonb;
  day constant bigint := 86400000;
begin
  if old.action <> 'audit.removed'
    and old.at < extract(epoch from now()) * 1000 - 30 * day
    and exists (
      select from audit_entries r,
        lateral (select (r.content::jsonb -> 'after' ->> 'before')::bigint as before,
          (r.content::jsonb -> 'after' ->> 'days')::integer as days) said
      where r.action = 'audit.removed' and r.cust_id is not distinct from old.cust_id and said.before > old.at
        and said.before <= r.at - said.days * day and said.days >= audit_days_of(old.cust_id)
    )
  then
    return old;
  elsif old.action !~ '^audit\.|\.(read|followed|exported)$' and exists (
    select from audit_entries r where r.action = 'audit.erased' and r.cust_id is not distinct from old.cust_id
      and r.audit_id > old.audit_id
      and r.content::jsonb -> 'after' -> 'entries' @> jsonb_build_array(jsonb_build_object('auditId', old.audit_id))
      and (
        (r.content::jsonb ->> 'subject' = 'device' and old.devi_id = (r.content::jsonb ->> 'subjectId')::integer)
        or (r.content::jsonb ->> 'subject' = 'user' and (
          (told ->> 'subject' = 'user' and told ->> 'subjectId' = r.content::jsonb ->> 'subjectId')
          or told ->> 'subject' = 'customer'))
      )
  ) then
    return old;
  end if;
  raise exception 'the audit log is append-only (delete of audit_entries)';
end
$$;

-- For each look: has this person looked within the hour. For each day's removal: which customers have entries so old.
create index audit_entries_looks on audit_entries (user_id, at);
create index audit_entries_retention on audit_entries (cust_id, at) where action <> 'audit.removed';
create index audit_entries_removals on audit_entries (cust_id) where action in ('audit.removed', 'audit.erased');

-- Where the newest message of an unknown device came from, a network of IPv6 counting as one: each has room for so many.
alter table unknown_devices add column source text not null default '';
update unknown_devices set source = last_address;
