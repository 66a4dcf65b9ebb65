-- Flags that show parts of the console; they give no rights.
alter table users add column beta boolean not null default false;
alter table users add column translator boolean not null default false;
