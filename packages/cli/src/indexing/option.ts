import { databaseOptions } from '../admin/option.ts'
import type { Options } from '../command.ts'

/** The options by which a person names vaults whose index is meant. */
export const indexOptions = {
  ...databaseOptions,
  tenant: { kind: 'text', value: 'name', describe: 'Only vaults of this tenant; else of all' },
  vault: { kind: 'text', value: 'vault', describe: 'Only this vault, by name or address' },
  chain: { kind: 'text', value: 'name', describe: 'Only this chain, by name or id' },
} as const satisfies Options

/** The options by which a person names days. */
export const rangeOptions = {
  from: {
    kind: 'text',
    value: 'day',
    describe: 'First day in UTC, as 2026-01-31; else the first of the vault',
  },
  to: { kind: 'text', value: 'day', describe: 'Last day; else the last that is over and final' },
} as const satisfies Options

/** The option by which a person names nodes. */
export const indexNodeOptions = {
  'rpc-url': {
    kind: 'list',
    value: 'url',
    describe: 'Nodes of the one chain that is meant; else <CHAIN>_RPC_URL of the environment',
  },
} as const satisfies Options

/** The option by which a person says how much is done at once. */
export const concurrencyOptions = {
  concurrency: {
    kind: 'count',
    value: 'days',
    describe: 'Days at once of each chain: INDEX_CONCURRENCY, else 4',
  },
} as const satisfies Options

/** The options by which a person says in which order days are done, and how many at once. */
export const paceOptions = {
  order: {
    kind: 'text',
    choices: ['oldest', 'newest'],
    describe: 'Which day comes first: INDEX_ORDER, else the oldest',
  },
  ...concurrencyOptions,
} as const satisfies Options

/** Which vaults a person means. */
export type VaultWords = {
  readonly database: string | undefined
  readonly tenant: string | undefined
  readonly vault: string | undefined
  readonly chain: string | undefined
}

/** Which days a person means. */
export type RangeWords = { readonly from: string | undefined; readonly to: string | undefined }

/** Which vaults and nodes a person means. */
export type IndexWords = VaultWords & { readonly 'rpc-url': readonly string[] }
