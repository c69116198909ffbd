/** Functions that return a value for every argument, null included. */
export const neverNull: ReadonlySet<string> = new Set([
  "clock_timestamp",
  "concat",
  "concat_ws",
  "gen_random_uuid",
  "json_build_array",
  "json_build_object",
  "jsonb_build_array",
  "jsonb_build_object",
  "nextval",
  "now",
  "num_nonnulls",
  "num_nulls",
  "pg_backend_pid",
  "pg_current_snapshot",
  "pg_current_xact_id",
  "pg_snapshot_xmin",
  "random",
  "statement_timestamp",
  "transaction_timestamp",
  "current_database",
  "version",
]);

/** Strict functions of PostgreSQL that may return null although no argument is. Operators stand under their functions. */
export const mayReturnNull: ReadonlySet<string> = new Set([
  "array_length",
  "array_lower",
  "array_ndims",
  "array_position",
  "array_upper",
  "json_array_element",
  "json_array_element_text",
  "json_extract_path",
  "json_extract_path_text",
  "json_object_field",
  "json_object_field_text",
  "jsonb_array_element",
  "jsonb_array_element_text",
  "jsonb_extract_path",
  "jsonb_extract_path_text",
  "jsonb_object_field",
  "jsonb_object_field_text",
  "jsonb_path_query_first",
  "pg_size_bytes",
  "regexp_match",
  "regexp_substr",
  "textregexsubstr",
  "to_regclass",
  "current_setting",
  "jsonb_path_query_array_tz",
  "pg_get_serial_sequence",
  "pg_last_committed_xact",
  "pg_stat_file",
  "pg_relation_size",
  "pg_total_relation_size",
]);

/** Window functions with a value in every row. */
export const everyRow: ReadonlySet<string> = new Set([
  "count",
  "cume_dist",
  "dense_rank",
  "ntile",
  "percent_rank",
  "rank",
  "row_number",
]);

/** Aggregates over a group with rows that collect nulls too. */
export const collecting: ReadonlySet<string> = new Set([
  "array_agg",
  "json_agg",
  "json_object_agg",
  "jsonb_agg",
  "jsonb_object_agg",
]);

/** Functions whose rows have no null: arrays of the product hold none. */
export const fullRows: ReadonlySet<string> = new Set([
  "generate_series",
  "generate_subscripts",
  "json_array_elements",
  "json_array_elements_text",
  "json_each",
  "jsonb_array_elements",
  "jsonb_array_elements_text",
  "jsonb_each",
  "jsonb_object_keys",
  "json_object_keys",
  "regexp_split_to_table",
  "string_to_table",
  "unnest",
]);

/** Functions that are null where their first argument is. */
export const followsFirst: ReadonlySet<string> = new Set(["array_remove", "array_replace", "array_to_string"]);
