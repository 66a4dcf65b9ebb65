-- The map is opened by DEVICE_ACCESS_MAP, positions included. Every role held DEVICE_POSITIONS, so no customer's role
-- policy with it ever changed anything.
delete from customer_role_policies where policy = 'DEVICE_POSITIONS';
