-- Secrets of webhook nodes: the password, values of headers, and values that the node's texts name.
alter table automation_secret rename column password to value;
alter table automation_secret add column place text not null default 'password';
alter table automation_secret alter column place drop default;
alter table automation_secret drop constraint automation_secret_tenant_id_automation_id_node_key;
alter table automation_secret add unique (tenant_id, automation_id, node, place);
