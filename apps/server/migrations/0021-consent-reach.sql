-- Accounts are held by row-level security since 0019, and so is what they consented to.
drop policy reach on consents;
create policy reach on consents using (
  (select reaches_all())
  or cust_id = any ((select reached())::integer[])
  or user_id = any ((select users_within(reached()))::integer[])
);
