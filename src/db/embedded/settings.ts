/**
 * Rewritten at every start. To tune a machine use ALTER SYSTEM: postgresql.auto.conf is read after this file.
 * Error texts go to the log without DETAIL, statement and parameters, because those contain people's addresses.
 */
export const postgresqlConf = (
  memory: number,
): string => `# Written by Postrider at every start; change settings with ALTER SYSTEM.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = ${cacheMb(memory)}MB
max_wal_size = 2GB
checkpoint_timeout = 15min
fsync = on
synchronous_commit = on
random_page_cost = 1.1
jit = off
autovacuum = on
autovacuum_naptime = 1min
autovacuum_analyze_scale_factor = 0.05
max_logical_replication_workers = 0
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'
logging_collector = off
log_destination = 'stderr'
log_line_prefix = '%m [%p] '
log_min_messages = warning
log_min_error_statement = panic
log_error_verbosity = terse
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_checkpoints = off
log_autovacuum_min_duration = -1
`;

/** Half a percent of the memory: the system's page cache has what this one misses, and is there for other programs too. */
const cacheMb = (memory: number): number => Math.max(128, Math.min(Math.floor(memory / 200 / 1_048_576), 1024));

export const pgHbaConf = `# Written by Postrider at every start.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;
