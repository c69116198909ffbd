-- How many automations led to the run by their steps `start_automation`; 0 for an entry by a trigger.
alter table automation_run add column depth smallint not null default 0;
