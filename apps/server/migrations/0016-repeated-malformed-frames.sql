-- How often the same sender was put aside again within the hour, without a frame of its own.
alter table malformed_frames add column repeats integer not null default 0;
