import type { Options } from '../command.ts'

/** The option by which a person names a database. */
export const databaseOptions = {
  database: {
    kind: 'text',
    value: 'url',
    describe:
      'The database: sqlite:<file> or postgres://…; else DATABASE_URL (where a password is out of sight), else a file in VAULTWRIGHT_DATA_DIR or ~/.local/share/vaultwright',
  },
} as const satisfies Options

/** The options by which a person names a tenant of a database. */
export const tenantOptions = {
  ...databaseOptions,
  tenant: {
    kind: 'text',
    value: 'name',
    describe: 'Which tenant of the database; needed where there are several',
  },
} as const satisfies Options

/** The options of every command that works on a tenant, by its database or by an API. */
export const adminOptions = {
  ...tenantOptions,
  url: {
    kind: 'text',
    value: 'url',
    describe:
      'Ask the API there instead, with the key in VAULTWRIGHT_API_KEY; a key is never an option, for everybody sees those of a process',
  },
} as const satisfies Options

/** What a command that has the database to itself says to who wants an API to do it. */
export const withoutUrl = {
  url: 'Only who has the database can do that: give --database, or DATABASE_URL.',
} as const

/** How a person names a database. */
export type DatabaseWords = { readonly database: string | undefined }

/** How a person names a tenant of a database. */
export type TenantWords = DatabaseWords & { readonly tenant: string | undefined }

/** How a person names a tenant and who administers it. */
export type AdminWords = TenantWords & { readonly url: string | undefined }
