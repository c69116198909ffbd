-- Confirmations of irreversible operations by assistants. `holder` names the grant or the API key.
create table mcp_confirmation (
  tenant_id bigint not null,
  token_hash bytea not null,
  holder text not null,
  operation text not null,
  arguments_hash bytea not null,
  -- The state that the preview showed.
  snapshot jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash)
);
create index on mcp_confirmation (tenant_id, holder, created_at);
create index on mcp_confirmation (expires_at);

-- Messages of a token since the start of its current minute.
create table mcp_message_window (
  tenant_id bigint not null,
  holder text not null,
  started_at timestamptz not null,
  messages int not null,
  primary key (tenant_id, holder)
);
create index on mcp_message_window (started_at);
