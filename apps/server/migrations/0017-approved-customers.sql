-- Whether somebody of this installation has made or approved the customer; those that registered themselves are unknown.
alter table customers add column approved boolean not null default true;
