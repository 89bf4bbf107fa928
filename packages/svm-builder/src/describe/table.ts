import {
  associatedTokenProgram,
  computeBudgetProgram,
  lookupTableProgram,
  type SvmAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'
import { templatesOfProgram } from '../catalogue/catalogue.ts'
import { stakePoolProgram } from '../template/jito/deposit-sol.ts'
import { lendingProgram } from '../template/jupiter-lend/market.ts'
import { kaminoProgram, refreshTags } from '../template/kamino/program.ts'
import type { SvmFieldType, SvmInstructionLayout } from './layout.ts'

/** A program whose instructions have names. */
export type SvmProgramTable = {
  readonly name: string
  readonly layouts: readonly SvmInstructionLayout[]
}

type LayoutRow = readonly [
  tag: number,
  name: string,
  fields: SvmInstructionLayout['fields'],
  accounts: string,
]

const amount = ['amount', 'u64'] as const
const lamports = ['lamports', 'u64'] as const
const decimals = ['decimals', 'u8'] as const
const space = ['space', 'u64'] as const
const owner = ['owner', 'address'] as const
const authority = ['authority', 'address'] as const

/** Source: docs.rs/solana-system-interface, the enum of its instructions. */
const systemRows: readonly LayoutRow[] = [
  [0, 'create_account', [lamports, space, owner], 'payer account'],
  [1, 'assign', [owner], 'account'],
  [2, 'transfer', [lamports], 'source destination'],
  [4, 'advance_nonce_account', [], 'nonce_account recent_blockhashes authority'],
  [
    5,
    'withdraw_nonce_account',
    [lamports],
    'nonce_account destination recent_blockhashes rent authority',
  ],
  [6, 'initialize_nonce_account', [authority], 'nonce_account recent_blockhashes rent'],
  [7, 'authorize_nonce_account', [authority], 'nonce_account authority'],
  [8, 'allocate', [space], 'account'],
]

/** Source: docs.rs/spl-token-interface, the enum of its instructions. */
const tokenRows: readonly LayoutRow[] = [
  [1, 'initialize_account', [], 'account mint owner rent'],
  [3, 'transfer', [amount], 'source destination authority'],
  [4, 'approve', [amount], 'source delegate owner'],
  [5, 'revoke', [], 'source owner'],
  [
    6,
    'set_authority',
    [
      ['authority_type', 'u8'],
      ['new_authority', 'option_address'],
    ],
    'account authority',
  ],
  [7, 'mint_to', [amount], 'mint account authority'],
  [8, 'burn', [amount], 'account mint owner'],
  [9, 'close_account', [], 'account destination owner'],
  [10, 'freeze_account', [], 'account mint authority'],
  [11, 'thaw_account', [], 'account mint authority'],
  [12, 'transfer_checked', [amount, decimals], 'source mint destination authority'],
  [13, 'approve_checked', [amount, decimals], 'source mint delegate owner'],
  [14, 'mint_to_checked', [amount, decimals], 'mint account authority'],
  [15, 'burn_checked', [amount, decimals], 'account mint owner'],
  [16, 'initialize_account_2', [owner], 'account mint rent'],
  [17, 'sync_native', [], 'account'],
  [18, 'initialize_account_3', [owner], 'account mint'],
]

const budgetRows: readonly LayoutRow[] = [
  [1, 'request_heap_frame', [['bytes', 'u32']], ''],
  [2, 'set_compute_unit_limit', [['units', 'u32']], ''],
  [3, 'set_compute_unit_price', [['micro_lamports', 'u64']], ''],
  [4, 'set_loaded_accounts_data_size_limit', [['bytes', 'u32']], ''],
]

const associatedAccounts = 'payer account owner mint system_program token_program'
const associatedRows: readonly LayoutRow[] = [
  [0, 'create', [], associatedAccounts],
  [1, 'create_idempotent', [], associatedAccounts],
]

const lookupRows: readonly LayoutRow[] = [
  [
    0,
    'create_lookup_table',
    [
      ['recent_slot', 'u64'],
      ['bump', 'u8'],
    ],
    'table authority payer system_program',
  ],
  [1, 'freeze_lookup_table', [], 'table authority'],
  [2, 'extend_lookup_table', [['addresses', 'addresses']], 'table authority payer system_program'],
  [3, 'deactivate_lookup_table', [], 'table authority'],
  [4, 'close_lookup_table', [], 'table authority destination'],
]

const withFee: SvmInstructionLayout = {
  name: 'transfer_checked_with_fee',
  tag: [26, 1],
  fields: [amount, decimals, ['fee', 'u64']],
  accounts: ['source', 'mint', 'destination', 'authority'],
}

/** By the length of a field of a template's data. */
const fieldTypes: Readonly<Record<number, SvmFieldType>> = { 1: 'u8', 8: 'u64', 32: 'address' }

/** The layouts that templates give a program, by the action of their route. */
function templateLayouts(program: SvmAddress): readonly SvmInstructionLayout[] {
  return templatesOfProgram(program).map(({ template, tag }) => ({
    name: template.route.slice(template.route.indexOf('/') + 1),
    tag,
    fields: template.dataFields
      .slice(1)
      .map(({ name, length }) => [name, fieldTypes[length]!] as const),
    accounts: template.accountNames,
  }))
}

/** They run beside calls. Source: as those of the templates. */
const kaminoRefreshes: readonly SvmInstructionLayout[] = [
  {
    name: 'refresh_reserve',
    tag: refreshTags.reserve,
    fields: [],
    accounts: ['reserve', 'market', 'pyth', 'switchboard', 'switchboard_twap', 'scope'],
  },
  {
    name: 'refresh_position',
    tag: refreshTags.obligation,
    fields: [],
    accounts: ['market', 'position'],
  },
]

const tokenLayouts = tokenRows.map((row) => layoutOf(row, 1))

/** The programs whose instructions are named, by address. */
export const programTables: ReadonlyMap<SvmAddress, SvmProgramTable> = new Map([
  [systemProgram, { name: 'System', layouts: systemRows.map((row) => layoutOf(row, 4)) }],
  [tokenProgram, { name: 'Token', layouts: tokenLayouts }],
  [token2022Program, { name: 'Token-2022', layouts: [...tokenLayouts, withFee] }],
  [
    associatedTokenProgram,
    {
      name: 'Associated Token',
      layouts: [
        ...associatedRows.map((row) => layoutOf(row, 1)),
        { name: 'create', tag: [], fields: [], accounts: associatedAccounts.split(' ') },
      ],
    },
  ],
  [
    computeBudgetProgram,
    { name: 'Compute Budget', layouts: budgetRows.map((row) => layoutOf(row, 1)) },
  ],
  [
    lookupTableProgram,
    { name: 'Address Lookup Table', layouts: lookupRows.map((row) => layoutOf(row, 4)) },
  ],
  [
    kaminoProgram,
    { name: 'Kamino', layouts: [...kaminoRefreshes, ...templateLayouts(kaminoProgram)] },
  ],
  [lendingProgram, { name: 'Jupiter Lend', layouts: templateLayouts(lendingProgram) }],
  [stakePoolProgram, { name: 'Stake Pool', layouts: templateLayouts(stakePoolProgram) }],
])

function layoutOf([tag, name, fields, accounts]: LayoutRow, tagBytes: 1 | 4): SvmInstructionLayout {
  return {
    name,
    tag: tagBytes === 1 ? [tag] : [tag, 0, 0, 0],
    fields,
    accounts: accounts === '' ? [] : accounts.split(' '),
  }
}
