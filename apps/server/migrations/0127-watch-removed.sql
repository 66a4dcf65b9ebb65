-- Whether a watch that notices it is off the arm; null: it has not said, or it does not notice.
alter table devices add column watch_removed boolean;
