-- How far the time has come by which things are deleted for good; one row. See jobs/cautious-time.ts.
create table cautious_time (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
