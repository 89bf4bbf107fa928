/**
 * The allowances of others on a vault and its drones, beside each snapshot: JSON, replaced and read
 * whole. Released: never to be changed.
 */
const allowance = (text: string): string => `
alter table snapshot add column allowances ${text};
`

export const allowanceSqlite = allowance('text')
export const allowancePostgres = allowance('text collate "C"')
