-- What campaigns ask of their company; the settings of sending may have made these columns already.
alter table company
  add column if not exists utm_default_on boolean not null default false,
  add column if not exists frequency_cap_emails int,
  add column if not exists frequency_cap_days int;
