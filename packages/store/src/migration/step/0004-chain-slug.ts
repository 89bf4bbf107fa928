/** The columns that find a row of a table, besides its chain. */
const keys = {
  strategist: ['tenant_id', 'vault', 'name'],
  root: ['tenant_id', 'vault', 'strategist', 'root'],
  root_event: ['tenant_id', 'vault', 'block', 'log_index'],
  snapshot: ['tenant_id', 'vault', 'day'],
  daily_point: ['tenant_id', 'vault', 'day'],
  performance: ['tenant_id', 'vault', 'day'],
  reading: ['tenant_id', 'vault', 'day'],
  revision: ['tenant_id', 'vault', 'day', 'kind', 'number'],
  failure: ['tenant_id', 'vault', 'kind', 'day'],
  usd_price: ['tenant_id', 'asset', 'at_unix'],
  final_head: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

const columns =
  'manager, accountant, teller, drones, deployed_at_unix, deployed_block, roots_next_block'

/** Names of chains that are written inside a value, of the row's own chain. */
const renamed = [
  { table: 'snapshot', column: 'prices', before: '"', after: '":' },
  { table: 'performance', column: 'real_yields', before: '"chain":"', after: '"' },
  { table: 'performance', column: 'maturity_yields', before: '"chain":"', after: '"' },
] as const

/**
 * Writes every chain's slug in lower case. Both databases compare these columns byte by byte, so of two
 * spellings the one in lower case is the greatest: it stays where both have a row. A vault that was stored
 * under two spellings has the roots of its Manager read again. Released: never to be changed.
 */
export const chainSlug = `
update deployment set roots_next_block = null where exists (
  select 1 from deployment as other where ${sameRow('deployment', ['tenant_id', 'vault'])}
    and other.chain <> deployment.chain
);
insert into deployment (tenant_id, vault, chain, ${columns})
  select tenant_id, vault, lower(chain), ${columns} from deployment where chain <> lower(chain)
  order by chain desc
  on conflict do nothing;
update root set is_active = 0 where is_active = 1 and exists (
  select 1 from root as other where ${sameRow('root', ['tenant_id', 'vault', 'strategist'])}
    and other.is_active = 1 and other.chain > root.chain
);
${renamed.map(renameIn).join('\n')}
${Object.entries(keys)
  .map(([table, key]) => lowerIn(table, key))
  .join('\n')}
delete from deployment where chain <> lower(chain);
`

function lowerIn(table: string, key: readonly string[]): string {
  return `delete from ${table} where exists (
  select 1 from ${table} as other where ${sameRow(table, key)} and other.chain > ${table}.chain
);
update ${table} set chain = lower(chain) where chain <> lower(chain);`
}

function renameIn({ table, column, before, after }: (typeof renamed)[number]): string {
  return `update ${table} set ${column} =
  replace(${column}, '${before}' || chain || '${after}', '${before}' || lower(chain) || '${after}')
  where chain <> lower(chain);`
}

function sameRow(table: string, key: readonly string[]): string {
  const same = key.map((column) => `other.${column} = ${table}.${column} and `).join('')
  return `${same}lower(other.chain) = lower(${table}.chain)`
}
