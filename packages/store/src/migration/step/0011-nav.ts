/**
 * The worth of a vault by its holdings and debts, and the gap to its reported worth, beside each
 * snapshot. Released: never to be changed.
 */
const nav = (text: string, integer: string): string => `
alter table snapshot add column fees_owed ${text};
alter table snapshot add column net_assets ${text};
alter table snapshot add column nav_gap ${text};
alter table snapshot add column nav_gap_relative ${text};
alter table snapshot add column nav_reason ${text};
alter table snapshot add column nav_left_out ${integer};
`

export const navSqlite = nav('text', 'integer')
export const navPostgres = nav('text collate "C"', 'bigint')
