-- A unit in stock is not in use: it is activated when a customer gets it.
alter table devices alter column activated_date drop not null;
update devices d set activated_date = null
from customers c where c.cust_id = d.cust_id and c.kind = 'stock' and d.deleted_at is null;
