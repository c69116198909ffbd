-- One row: when a request came through a proxy that TRUST_PROXY does not name. `doctor` and `start` tell the operator.
create table untrusted_proxy (
  only_row boolean primary key default true check (only_row),
  seen_at timestamptz not null
);
