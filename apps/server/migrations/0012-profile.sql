-- What the user has chosen for every browser; null: each browser has its own.
alter table users add column theme text check (theme in ('light', 'dark', 'auto'));
