-- From migration 107 of the first numbering to the files 0001 to 0015.
alter table form_letter rename to confirmation_email;
alter table letter_limit_key rename to confirmation_email_limit_key;
alter table letter_limit rename to confirmation_email_limit;
alter table visitor_mark rename to visitor_token;
alter table legacy_contact rename to migrated_contact;
alter table legacy_migration rename to platform_migration;
alter table form_signup rename column letter_id to confirmation_email_id;
alter table confirmation_email_limit rename column letter_id to confirmation_email_id;
alter table sender rename column vouched_at to operator_verified_at;
alter table contact_export_part rename column address_marks to address_hashes;
alter index form_letter_queued rename to confirmation_email_queued;
alter index form_letter_unknown rename to confirmation_email_unknown;
alter index letter_limit_sent_at_idx rename to confirmation_email_limit_sent_at_idx;
alter index campaign_message_tenant_id_contact_id_idx rename to message_tenant_id_contact_id_idx;
alter index campaign_message_tenant_id_campaign_id_batch_id_contact_id_idx rename to message_tenant_id_source_id_batch_id_contact_id_idx;
alter index legacy_migration_tenant_id_idx rename to platform_migration_tenant_id_idx;
alter index sender_mail_tenant_id_at_idx rename to sender_verification_mail_tenant_id_at_idx;
alter index visitor_mark_tenant_id_shop_id_visitor_clicked_at_idx rename to visitor_token_tenant_id_shop_id_visitor_clicked_at_idx;
alter index visitor_mark_tenant_id_clicked_at_idx rename to visitor_token_tenant_id_clicked_at_idx;
alter sequence legacy_contact_id_seq rename to migrated_contact_id_seq;
alter sequence legacy_migration_id_seq rename to platform_migration_id_seq;
alter sequence sender_mail_id_seq rename to sender_verification_mail_id_seq;

-- Citus refuses to rename a constraint of a distributed table. There an index carries its constraint along, and others are
-- added again.
do $$
declare
  renamed record;
  is_distributed boolean;
begin
  for renamed in
    select r.*, k.contype, pg_get_constraintdef(k.oid) as definition
    from (values
      ('campaign', 'campaign_hold_reason_check', 'campaign_paused_by_check'),
      ('campaign_expansion', 'campaign_preparation_pkey', 'campaign_expansion_pkey'),
      ('campaign_expansion', 'campaign_preparation_tenant_id_campaign_id_fkey', 'campaign_expansion_tenant_id_campaign_id_fkey'),
      ('campaign_hourly_stat', 'campaign_stat_pkey', 'campaign_hourly_stat_pkey'),
      ('campaign_metric_total', 'campaign_total_pkey', 'campaign_metric_total_pkey'),
      ('company_hourly_stat', 'email_stat_pkey', 'company_hourly_stat_pkey'),
      ('company_hourly_stat', 'email_stat_tenant_id_fkey', 'company_hourly_stat_tenant_id_fkey'),
      ('confirmation_email', 'form_letter_kind_check', 'confirmation_email_kind_check'),
      ('confirmation_email', 'form_letter_state_check', 'confirmation_email_state_check'),
      ('confirmation_email', 'form_letter_pkey', 'confirmation_email_pkey'),
      ('confirmation_email', 'form_letter_tenant_id_signup_id_kind_key', 'confirmation_email_tenant_id_signup_id_kind_key'),
      ('confirmation_email', 'form_letter_tenant_id_signup_id_fkey', 'confirmation_email_tenant_id_signup_id_fkey'),
      ('confirmation_email_limit', 'letter_limit_pkey', 'confirmation_email_limit_pkey'),
      ('confirmation_email_limit_key', 'letter_limit_key_is_single_check', 'confirmation_email_limit_key_is_single_check'),
      ('confirmation_email_limit_key', 'letter_limit_key_pkey', 'confirmation_email_limit_key_pkey'),
      ('contact_send_summary', 'contact_mail_pkey', 'contact_send_summary_pkey'),
      ('deleted_contact_opt_out', 'refusal_kind_check', 'deleted_contact_opt_out_kind_check'),
      ('deleted_contact_opt_out', 'refusal_pkey', 'deleted_contact_opt_out_pkey'),
      ('deleted_contact_opt_out', 'refusal_tenant_id_fkey', 'deleted_contact_opt_out_tenant_id_fkey'),
      ('domain_throttle', 'send_pause_side_check', 'domain_throttle_side_check'),
      ('domain_throttle', 'send_pause_pkey', 'domain_throttle_pkey'),
      ('domain_throttle', 'send_pause_tenant_id_fkey', 'domain_throttle_tenant_id_fkey'),
      ('message', 'campaign_message_pkey', 'message_pkey'),
      ('message_link', 'campaign_link_pkey', 'message_link_pkey'),
      ('message_state_count', 'campaign_count_pkey', 'message_state_count_pkey'),
      ('migrated_contact', 'legacy_contact_pkey', 'migrated_contact_pkey'),
      ('migrated_contact', 'legacy_contact_tenant_id_email_migration_id_key', 'migrated_contact_tenant_id_email_migration_id_key'),
      ('migrated_contact', 'legacy_contact_tenant_id_migration_id_fkey', 'migrated_contact_tenant_id_migration_id_fkey'),
      ('order_state', 'order_state_meaning_check', 'order_state_state_category_check'),
      ('platform_migration', 'legacy_migration_platform_check', 'platform_migration_platform_check'),
      ('platform_migration', 'legacy_migration_state_check', 'platform_migration_state_check'),
      ('platform_migration', 'legacy_migration_pkey', 'platform_migration_pkey'),
      ('platform_migration', 'legacy_migration_tenant_id_fkey', 'platform_migration_tenant_id_fkey'),
      ('platform_migration', 'legacy_migration_tenant_id_shop_id_fkey', 'platform_migration_tenant_id_shop_id_fkey'),
      ('queue_schema_version', 'installed_pkey', 'queue_schema_version_pkey'),
      ('sender_verification_mail', 'sender_mail_pkey', 'sender_verification_mail_pkey'),
      ('sender_verification_mail', 'sender_mail_tenant_id_fkey', 'sender_verification_mail_tenant_id_fkey'),
      ('shop_order', 'shop_order_meaning_check', 'shop_order_state_category_check'),
      ('visitor_token', 'visitor_mark_pkey', 'visitor_token_pkey'),
      ('visitor_token', 'visitor_mark_tenant_id_contact_id_fkey', 'visitor_token_tenant_id_contact_id_fkey'),
      ('visitor_token', 'visitor_mark_tenant_id_shop_id_fkey', 'visitor_token_tenant_id_shop_id_fkey'),
      ('warm_up_usage', 'domain_day_pkey', 'warm_up_usage_pkey'),
      ('warm_up_usage', 'domain_day_tenant_id_fkey', 'warm_up_usage_tenant_id_fkey')
    ) as r (table_name, before, after)
    left join pg_constraint k on k.conrelid = r.table_name::regclass and k.conname = r.before
  loop
    is_distributed := to_regclass('pg_catalog.pg_dist_partition') is not null;
    if is_distributed then
      is_distributed := exists (select from pg_dist_partition where logicalrelid = renamed.table_name::regclass);
    end if;
    if not is_distributed then
      execute format('alter table %I rename constraint %I to %I', renamed.table_name, renamed.before, renamed.after);
    elsif renamed.contype in ('p', 'u') then
      execute format('alter index %I rename to %I', renamed.before, renamed.after);
    else
      execute format('alter table %I drop constraint %I', renamed.table_name, renamed.before);
      execute format('alter table %I add constraint %I %s', renamed.table_name, renamed.after, renamed.definition);
    end if;
  end loop;
end $$;

-- Schedules of two jobs with new names; the next start creates their queues.
do $$ begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name in ('rescue', 'housekeeping');
    delete from pgboss.job where name in ('rescue', 'housekeeping') and state < 'completed';
  end if;
end $$;
