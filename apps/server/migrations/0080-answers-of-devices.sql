-- What a device said when it refused a command, in its own words.
alter table commands add column answer text check (length(answer) <= 100);
