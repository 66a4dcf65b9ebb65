-- The roles of alarm-handling partners reach all customers, and get nothing from one of them.
delete from customer_role_policies where role in ('AHP', 'SUPERAHP');
