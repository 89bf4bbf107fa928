/**
 * What a vault is worth by what it holds and owes, and the gap to what it reports, beside each snapshot.
 * Released: never to be changed.
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
