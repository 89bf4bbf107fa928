import {
  defaultVaultProgram,
  mainnetGenesisHash,
  type SvmAddress,
  svmAddressOf,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svmTemplates } from '../catalogue/catalogue.ts'
import { permissionsOf } from '../permission/permission.ts'
import { isSvmDefinition, parseSvmDefinition, SvmDefinitionError } from './definition.ts'
import { printSvmDefinition } from './definition-print.ts'
import type { SvmDefinition } from './definition-type.ts'
import { bindableNamesOf } from './resolve.ts'

const state = 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za'
const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))
const text = `# A vault
kind: solana
name: Solana USD
vault: ${state}
vault_id: 3
tokens:
  USDC: { mint: ${filled(2)}, decimals: 6 }
  FEE: { mint: ${filled(7)}, decimals: 9, program: token_2022 }
accounts:
  treasury: ${filled(8)}
priority_fee: { kind: fixed, micro_lamports: "1000", cap_micro_lamports: 100000 }
permissions:
  - action: spl_token/transfer
    sub_account: [0, 1]
    token: [USDC, FEE]
    recipient: treasury
  - action: spl_token/wrap
  - { action: associated_token/create, token: USDC, owner: sub_account }
`

test('golden: a definition is read, its permissions in order', () => {
  const definition = parseSvmDefinition(text)
  expect(definition).toMatchObject({
    name: 'Solana USD',
    program: defaultVaultProgram,
    genesisHash: mainnetGenesisHash,
    vault: state,
    vaultId: 3n,
    status: 'active',
    lookupTables: [],
    priorityFee: { kind: 'fixed', price: 1000n, cap: 100_000n },
  })
  const rows = permissionsOf(definition).map(({ route, subAccount, values, free }) => [
    route,
    subAccount,
    typeof values.token === 'object' ? values.token.symbol : null,
    free,
  ])
  const transfer = ['amount', 'accounts 0']
  expect(rows).toEqual([
    ['spl_token/transfer', 0, 'USDC', transfer],
    ['spl_token/transfer', 0, 'FEE', transfer],
    ['spl_token/transfer', 1, 'USDC', transfer],
    ['spl_token/transfer', 1, 'FEE', transfer],
    ['spl_token/wrap', 0, null, ['amount']],
    ['associated_token/create', 0, 'USDC', ['accounts 1', 'accounts 4']],
  ])
  expect(new Set(permissionsOf(definition).map(({ digestHex }) => digestHex)).size).toBe(6)
})

const anAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(svmAddressOf)
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9 ._/-]{0,12}$/)
  .filter((one) => one !== 'sub_account')
const aFee = fc.option(
  fc.oneof(
    u64.map((cap) => ({ kind: 'recent', cap }) as const),
    u64.map((price) => ({ kind: 'fixed', price, cap: null }) as const),
  ),
)
const operator = fc.oneof(
  fc.constant({ kind: 'noop' } as const),
  fc.constant({ kind: 'ingest_instruction_data_size' } as const),
  fc.constant({ kind: 'ingest_account', index: 0 } as const),
  fc.constant({ kind: 'ingest_instruction', start: 0, length: 1 } as const),
)

const aDefinition: fc.Arbitrary<SvmDefinition> = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 30 }),
    genesisHash: anAddress,
    status: fc.constantFrom('active', 'paused', 'retired'),
    mints: fc.uniqueArray(anAddress, { minLength: 1, maxLength: 3 }),
    names: fc.uniqueArray(name, { minLength: 6, maxLength: 6 }),
    others: fc.uniqueArray(anAddress, { minLength: 1, maxLength: 3 }),
    lookupTables: fc.uniqueArray(anAddress, { maxLength: 2 }),
    priorityFee: aFee,
    entries: fc.uniqueArray(
      fc.record({
        template: fc.constantFrom(...svmTemplates),
        subAccounts: fc.uniqueArray(fc.integer({ min: 0, max: 255 }), {
          minLength: 1,
          maxLength: 2,
        }),
        operators: fc.option(fc.array(operator, { maxLength: 3 })),
        flags: fc.option(fc.record({ isSigner: fc.boolean(), isWritable: fc.boolean() })),
      }),
      { maxLength: 3, selector: ({ template }) => template.route },
    ),
  })
  .map(({ mints, names, others: otherAccounts, entries, ...fields }) => ({
    ...fields,
    program: defaultVaultProgram,
    vault: state as SvmAddress,
    vaultId: 3n,
    tokens: mints.map((mint, index) => ({
      symbol: names[index]!,
      mint,
      decimals: 6,
      program: tokenProgramOf(index),
    })),
    accounts: otherAccounts.map((address, index) => ({ name: names[3 + index]!, address })),
    permissions: entries.map(({ template, subAccounts, operators, flags }) => ({
      route: template.route,
      subAccounts,
      values: Object.fromEntries(
        bindableNamesOf(template).map((parameter) => [
          parameter,
          [template.parameters[parameter]!.kind === 'token' ? names[0]! : names[3]!],
        ]),
      ),
      operators,
      flags: flags === null ? {} : { 0: flags },
    })),
  }))

function tokenProgramOf(index: number) {
  const programs = [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  ]
  return programs[index % 2] as SvmAddress
}

test('law: a printed definition is read back as the same', () => {
  fc.assert(
    fc.property(aDefinition, (definition) => {
      const printed = printSvmDefinition(definition)
      expect(isSvmDefinition(printed)).toBe(true)
      expect(parseSvmDefinition(printed)).toEqual(definition)
    }),
    { numRuns: 40 },
  )
})

test('golden: the kind tells a definition from others', () => {
  expect(isSvmDefinition(text)).toBe(true)
  expect(isSvmDefinition('{"name": "x", "kind": "solana"}')).toBe(true)
  expect(isSvmDefinition("{ kind: 'solana', name: x }")).toBe(true)
  expect(isSvmDefinition('{\n  "name": "x",\n  "kind": "solana"\n}')).toBe(true)
  expect(isSvmDefinition('{\n'.repeat(500_000))).toBe(false)
  expect(isSvmDefinition('name: Local USD\nchains: {}\n')).toBe(false)
  expect(isSvmDefinition('name: kind solana\n')).toBe(false)
})

const edit = (from: string, to: string) => text.replace(from, to)
const evm = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
test.each([
  ['an EVM address', edit(state, evm), 4, /vault is not a Solana address: it is hex/],
  ['another case', edit(state, state.toLowerCase()), 4, /vault is not a Solana address/],
  [
    '31 bytes',
    edit(filled(8), filled(8).slice(1)),
    10,
    /accounts.treasury is not a Solana address/,
  ],
  ['33 bytes', edit(filled(8), `z${filled(8)}`), 10, /accounts.treasury is not a Solana address/],
  [
    'a vault that does not follow',
    edit('vault_id: 3', 'vault_id: 4'),
    4,
    /is not the state account of vault 4/,
  ],
  [
    'an id beyond 64 bits',
    edit('vault_id: 3', 'vault_id: "18446744073709551616"'),
    5,
    /less than 2\^64/,
  ],
  ['a negative id', edit('vault_id: 3', 'vault_id: -3'), 5, /whole number/],
  ['an unknown token', edit('[USDC, FEE]', '[USDC, USDT]'), 15, /"USDT" is not a token here/],
  ['a token in another case', edit('[USDC, FEE]', '[usdc]'), 15, /"usdc" is not a token here/],
  [
    'an unknown account',
    edit('recipient: treasury', 'recipient: tresury'),
    16,
    /Did you mean treasury/,
  ],
  ['a token twice', edit(filled(7), filled(2)), 8, /tokens.FEE is the same as tokens.USDC/],
  ['a value twice', edit('[USDC, FEE]', '[USDC, USDC]'), 15, /is the same as token.0/],
  ['an entry twice', `${text}  - action: spl_token/wrap\n`, 19, /is the same as permissions.1/],
  [
    'an unknown key',
    edit('vault_id: 3', 'vault_id: 3\nmanager: x'),
    6,
    /manager is not a key here/,
  ],
  [
    'an unknown parameter',
    edit('recipient: treasury', 'to: treasury'),
    16,
    /is not a parameter of spl_token/,
  ],
  ['a missing parameter', edit('    recipient: treasury\n', ''), 13, /recipient is missing/],
  [
    'a bound amount',
    edit('recipient: treasury', 'recipient: treasury\n    amount: 5'),
    17,
    /must be a name or an address/,
  ],
  [
    'an unknown route',
    edit('spl_token/wrap', 'spl_token/warp'),
    17,
    /Did you mean spl_token\/wrap/,
  ],
  ['a sub-account of 256', edit('[0, 1]', '[256]'), 14, /must be <=255/],
  ['a sub-account twice', edit('[0, 1]', '[1, 1]'), 14, /is the same as/],
  [
    'an operator beyond the call',
    edit('recipient: treasury', 'recipient: treasury\n    operators: [{ ingest_account: 4 }]'),
    17,
    /beyond the 4 accounts/,
  ],
  [
    'an operator that pins the amount',
    edit(
      'recipient: treasury',
      'recipient: treasury\n    operators: [{ ingest_instruction: [0, 2] }]',
    ),
    17,
    /pins amount, which each request gives/,
  ],
  [
    'flags beyond the call',
    edit(
      'recipient: treasury',
      'recipient: treasury\n    flags: { 9: { is_signer: true, is_writable: true } }',
    ),
    17,
    /beyond the 4 accounts/,
  ],
  ['a price above its cap', edit('100000', '999'), 11, /above cap_micro_lamports/],
  [
    'more permissions than are read',
    edit('[0, 1]', JSON.stringify(Array.from({ length: 256 }, (_, index) => index))).replace(
      'recipient: treasury',
      `recipient: ${JSON.stringify([1, 2, 3].map(filled))}`,
    ),
    12,
    /stand for 1538 digests, and 1000 are read at most/,
  ],
  ['a reserved name', edit('  treasury:', '  sub_account:'), 10, /stands for the sub-account/],
  ['a key twice', edit('vault_id: 3', 'vault_id: 3\nvault_id: 3'), 6, /must be unique/],
  ['text that is not YAML', 'kind: [solana', 1, /./],
])('refuses: %s', (_, wrong, line, message) => {
  const error = errorOf(wrong)
  expect(error.message).toMatch(message)
  expect(error.problems.map((problem) => problem.line)).toContain(line)
})

test('refuses: everything wrong at once', () => {
  const { problems } = errorOf(
    edit('[USDC, FEE]', '[A, B]').replace('treasury\n  -', 'nobody\n  -').replace('wrap', 'x'),
  )
  expect(problems.map(({ line }) => line)).toEqual([15, 15, 16, 17])
})

function errorOf(wrong: string): SvmDefinitionError {
  try {
    parseSvmDefinition(wrong)
  } catch (error) {
    if (error instanceof SvmDefinitionError) return error
    throw error
  }
  throw new TypeError('It was read')
}
