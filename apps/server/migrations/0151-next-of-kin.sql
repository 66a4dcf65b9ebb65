-- A receiver who is no user may be a next of kin, with rights that the link of a message gives; null: is none.
alter table notification_receivers
  add column next_of_kin text[] check (next_of_kin <@ '{check,tracking,schedule,call,image}'),
  add constraint next_of_kin_is_no_user check (user_id is null or next_of_kin is null);
