/**
 * The least and the most that a vault was worth, and its next rate, beside each snapshot: JSON, replaced and read
 * whole. Released: never to be changed.
 */
const worthBounds = (text: string): string => `
alter table snapshot add column worth_bounds ${text};
`

export const worthBoundsSqlite = worthBounds('text')
export const worthBoundsPostgres = worthBounds('text collate "C"')
