import type { Sample, samplings } from './conformance-sample.ts'
import {
  address,
  anything,
  bool,
  decimal,
  either,
  fields,
  hex,
  type Is,
  integer,
  is,
  list,
  matching,
  nullable,
  number,
  object,
  record,
  slug,
  text,
  time,
  word,
} from './conformance-shape.ts'

/** A row of a table of section 2. */
export type FieldRow = {
  readonly name: string
  readonly is: Is
  /** The condition under which it is there. Default: everywhere. */
  readonly when?: (sample: Sample) => boolean
  /** May be there or not, and both is right. */
  readonly isFree?: true
}

/** A table of section 2. */
export type FieldTable = {
  readonly section: string
  readonly of: keyof typeof samplings
  readonly rows: readonly FieldRow[]
}

const simulated = ({ simulated }: Sample) => simulated
const verbose = ({ verbose, simulated }: Sample) => verbose && simulated
const failed = ({ failed }: Sample) => failed
const explained = ({ explained }: Sample) => explained
const row = (name: string, type: Is, when?: FieldRow['when']): FieldRow =>
  when === undefined ? { name, is: type } : { name, is: type, when }
const free = (name: string, type: Is): FieldRow => ({ name, is: type, isFree: true })

const choices: Is = (value) => {
  if (value === null) return true
  if (!Array.isArray(value)) return false
  const isGrouped = Array.isArray(value[0])
  const pair: Is = (one) => list(text)(one) && (one as unknown[]).length === 2
  return value.every(isGrouped ? pair : text)
}

/** Beyond the interface: what a vault holds, against what it reports. */
const navRows: readonly FieldRow[] = [
  row('net_assets', nullable(decimal)),
  row('fees_owed', nullable(decimal)),
  row('nav_gap', nullable(decimal)),
  row('nav_gap_relative', nullable(decimal)),
  row('nav_gap_bound', decimal),
  row('nav_reason', nullable(text)),
  row('nav_left_out', nullable(integer)),
  row('flags', list(fields({ flag: text, reason: text }))),
]

const built: readonly FieldRow[] = [
  row('encoded_tx_data', matching(/^0x244b0f6a([0-9a-f]{2})+$/)),
  row('target', address),
  row('simulation_status', either(is(true), text), simulated),
  row('simulator_simulation_url', nullable(matching(/\/simulations\/[\w-]+$/)), simulated),
  row('simulation_logs', list(object), simulated),
  row('simulation_gas_used', nullable(number), simulated),
  row('simulation_gas_cost_eth', nullable(decimal), verbose),
  row('token_transfers', list(object), verbose),
  // Beyond the interface.
  row('totals', object, ({ verbose }) => verbose),
  row('simulation_skipped', is(true), ({ simulated }) => !simulated),
  row('error', text, failed),
  row('details', either(text, object), failed),
]

const receipt = row(
  'receipt',
  nullable(fields({ formula: matching(/^[a-z]+@\d+$/), inputs: object, result: object })),
  explained,
)

/** Section 2 of the interface, table by table; null where the service says what it does not know. */
export const fieldTables: readonly FieldTable[] = [
  { section: '2.1', of: 'health', rows: [row('status', is('healthy'))] },
  {
    section: '2.2',
    of: 'action',
    rows: [
      row('name', text),
      row('protocol', text),
      row('protocol_app_url', matching(/^(https:\/\/.+)?$/)),
      row('description', text),
      row('has_constraints', bool),
      row('params', list(object)),
    ],
  },
  {
    section: '2.2 parameter',
    of: 'parameter',
    rows: [
      row('name', text),
      row('type', matching(/^(str|int|float|Decimal)$/)),
      row('description', text),
      row('required', bool),
      row('default_value', anything),
      row('choices', choices),
      row('min_value', nullable(number)),
      row('max_value', nullable(number)),
      row('omitToUseAll', bool),
      row('acceptRawString', bool),
      // Beyond the interface: what a form says beside the field.
      free('unit', text),
      free('example', text),
      free('suggestions', list(list(text))),
    ],
  },
  {
    section: '2.3',
    of: 'constraints',
    rows: [row('route', matching(/^[^/]+\/[^/]+$/)), row('constraints', list(record(text)))],
  },
  {
    section: '2.5',
    of: 'execute',
    rows: [...built, row('description', text), row('action_api_response', nullable(object))],
  },
  {
    section: '2.6',
    of: 'transfer',
    rows: [
      row('token', text),
      row('token_address', address),
      row('amount', decimal),
      row('raw_amount', matching(/^\d+$/)),
      row('direction', matching(/^(in|out)$/)),
      row('dollar_value', nullable(either(decimal, number))),
    ],
  },
  {
    section: '2.7',
    of: 'batch',
    rows: [
      ...built,
      row('description', is('Multiple actions execution')),
      row('action_api_response', list(nullable(object))),
    ],
  },
  {
    section: '2.8',
    of: 'page',
    rows: [row('next_cursor', nullable(text)), row('page_size', integer), row('has_more', bool)],
  },
  {
    section: '2.9',
    of: 'vault',
    rows: [
      row('vault_address', address),
      row('name', text),
      row('chains', list(slug)),
      row('tenant', is('demo')),
      row('deployed_at', time),
      row('status', is('active')),
      row(
        'links',
        record(
          fields({
            self: matching(/^\/vaults\/[a-z0-9-]+\/0x\w{40}$/),
            roots: matching(/^\/vaults\/[a-z0-9-]+\/0x\w{40}\/roots$/),
          }),
        ),
      ),
    ],
  },
  {
    section: '2.10',
    of: 'snapshot',
    rows: [
      row('chain', slug),
      row('vault_address', address),
      row('block_number', integer),
      row('as_of', time),
      row('snapshot_type', matching(/^(fixed_rate|variable_rate|yield_streaming)$/)),
      row('share_price', decimal),
      row('total_assets', decimal),
      row('total_supply', decimal),
      row('positions', list(fields({ protocol: text, asset: text, balance: decimal }))),
      row('prices', record(record(decimal))),
      row('base_asset', text),
      ...navRows,
      row('worth_bounds', nullable(object)),
      row('allowances', nullable(list(object))),
      row('allowances_note', nullable(text)),
      row(
        'yield_streaming',
        fields({ vested_amount: decimal, vesting_duration_seconds: integer }),
        ({ value }) => value.snapshot_type === 'yield_streaming',
      ),
    ],
  },
  {
    section: '2.11',
    of: 'root',
    rows: [
      row('root_hash', word),
      row('strategist', address),
      row('active', bool),
      row('set_at', nullable(time)),
      row('set_tx_hash', nullable(word)),
      row('leaf_count', nullable(integer)),
      row('block_number', nullable(integer)),
      row('log_index', nullable(integer)),
      row('replaced_at', nullable(time)),
      row('links', fields({ tree: matching(/^\/trees\/0x[0-9a-f]{64}$/) })),
    ],
  },
  {
    section: '2.12',
    of: 'tree',
    rows: [
      row('root_hash', word),
      row('format', matching(/^(solidity|rust)$/)),
      row('leaf_count', integer),
      row('depth', integer),
      row(
        'tree',
        either(
          fields({ metadata: object, merkle_tree: record(list(word)), leaves: list(object) }),
          fields({ leaves: list(object), root: word, layers: list(list(word)) }),
        ),
      ),
    ],
  },
  {
    section: '2.13',
    of: 'daily',
    rows: [
      row('vault_address', address),
      row('chain', slug),
      row('as_of', time),
      row('block_number', integer),
      row('daily_apy', nullable(number)),
      row('price_usd', decimal),
      row('share_price', number),
      row('total_assets', decimal),
      row('tvl_usd', decimal),
      ...navRows,
      receipt,
    ],
  },
  {
    section: '2.13 response',
    of: 'dailyPage',
    rows: [
      row('data', list(object)),
      row('meta', fields({ from: time, to: time })),
      row('page', object),
    ],
  },
  {
    section: '2.14',
    of: 'performance',
    rows: [
      row('vault_address', address),
      row('chain', slug),
      row('as_of', matching(/^\d{4}-\d\d-\d\dT00:00:00Z$/)),
      row('window_days', is(7)),
      row('apy', number),
      row('fees', number),
      row('performance_fees', nullable(number)),
      row(
        'global_apy_breakdown',
        fields({
          real_apy: nullable(number),
          maturity_apy: nullable(number),
          fee: nullable(number),
        }),
      ),
      row('maturity_apy_breakdown', list(object)),
      row('real_apy_breakdown', list(object)),
      receipt,
    ],
  },
  {
    section: '2.15',
    of: 'entry',
    rows: [
      row('loc', list(either(text, integer))),
      row('msg', text),
      row('type', text),
      free('input', anything),
      free('ctx', object),
    ],
  },
]

/** The fields of a sample that no row names. */
export function unknownFieldsOf(table: FieldTable, { value }: Sample): readonly string[] {
  const documented = new Set(table.rows.map(({ name }) => name))
  return Object.keys(value).filter((name) => !documented.has(name))
}

/** Bytes are bytes: logs and calls of a build, for the tests beside the tables. */
export const logShape = fields({ address, topics: list(word), data: hex })
