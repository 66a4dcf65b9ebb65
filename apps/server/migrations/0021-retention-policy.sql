-- How long data is kept is a policy of its own. A role that was given the administration had it with that.
insert into customer_role_policies (cust_id, role, policy, status, information)
select cust_id, role, 'RETENTION', status, information from customer_role_policies where policy = 'ADMIN';
