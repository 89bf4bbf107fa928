import { homedir } from 'node:os'
import { join } from 'node:path'
import { filledBy, type Options, text, type ValuesOf } from '../command/command.ts'
import type { Config } from '../terminal/env.ts'

export const databaseOptions = {
  database: filledBy(
    text(
      'The database: sqlite:<file> or postgres://…; else DATABASE_URL (where a password is out of sight), else a file in VAULTWRIGHT_DATA_DIR or ~/.local/share/vaultwright',
      'url',
    ),
    'database',
    { unless: ['url'] },
  ),
} as const satisfies Options

export const tenantOptions = {
  ...databaseOptions,
  tenant: text('Which tenant of the database; needed where there are several', 'name'),
} as const satisfies Options

export const adminOptions = {
  ...tenantOptions,
  url: text(
    'Ask the API there instead, with the key in VAULTWRIGHT_API_KEY; a key is never an option, because other users of the machine can see the options of a process',
    'url',
  ),
} as const satisfies Options

/** The sentence of a command that has the database to itself, for a caller who gives an API's URL. */
export const withoutUrl = {
  url: 'This command needs the database itself. Give --database, or set DATABASE_URL.',
} as const

export type DatabaseOptions = ValuesOf<typeof databaseOptions>

export type TenantOptions = ValuesOf<typeof tenantOptions>

export type AdminOptions = ValuesOf<typeof adminOptions>

/** The name of the database's file where only its folder is given. */
const fileName = 'vaultwright.sqlite'

export function databaseUrlOf(
  { database }: DatabaseOptions,
  { databaseUrl, dataFolder }: Config,
): string {
  if (database !== undefined) return database
  if (databaseUrl !== null) return databaseUrl
  const folder = dataFolder ?? join(homedir(), '.local', 'share', 'vaultwright')
  return `sqlite:${join(folder, fileName)}`
}
