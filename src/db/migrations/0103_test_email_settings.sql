-- What a test e-mail of a template has instead of the template's settings, as an automation's e-mail does.
alter table test_email add column settings jsonb;
