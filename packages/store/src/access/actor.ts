/**
 * Who does an administrative act, as the audit log names it: `key:<id>` for a call with an API key,
 * `local:<user>` for a user with access to the database.
 */
export type Actor = `key:${string}` | `local:${string}`
