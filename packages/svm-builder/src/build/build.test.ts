import {
  type Address,
  decompileTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction as KitInstruction,
} from '@solana/kit'
import {
  associatedTokenAccount,
  cpiDigest,
  decodeTransaction,
  encodeDigestAccount,
  mergedFlags,
  readManage,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filledAddress,
  tokenAccountData,
  vaultSnapshot,
  withAbsent,
} from '../../../../test/solana/support/vault-snapshot.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { printSvmDefinition } from '../definition/definition-print.ts'
import { permissionsOf } from '../permission/permission.ts'
import type { SvmSnapshot } from '../permission/snapshot.ts'
import { buildSvmTransaction } from './build.ts'
import type { SvmActionRequest, SvmBuildOptions } from './build-type.ts'
import { buildReads } from './reads.ts'
import { assertDigestsOf, rebuildWithUnits, unitsWithReserve } from './rebuild.ts'

const mint = filledAddress(2)
const strategist = filledAddress(1)
const treasury = filledAddress(8)
const definition = parseSvmDefinition(`
kind: solana
name: Test
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${mint}, decimals: 6 }
accounts:
  treasury: ${treasury}
  other: ${filledAddress(9)}
priority_fee: { kind: fixed, micro_lamports: "1000", cap_micro_lamports: "5000" }
permissions:
  - { action: spl_token/transfer, sub_account: [0, 1], token: USDC, recipient: [treasury, other, sub_account] }
  - { action: spl_token/wrap, sub_account: [0, 1] }
  - { action: spl_token/unwrap, sub_account: [0, 1] }
  - { action: system/transfer, sub_account: [0, 1], recipient: [treasury, other] }
  - { action: associated_token/create, sub_account: [0, 1], token: USDC, owner: [treasury, other] }
`)
const everything = vaultSnapshot(definition)
const options: SvmBuildOptions = {
  version: 0,
  lifetime: { kind: 'blockhash', blockhash: filledAddress(5), lastValidBlockHeight: 150n },
  computeUnitLimit: 200_000,
  computeUnitPriceMicroLamports: null,
  priorityFeeLamports: null,
  lookupTables: [],
  computeBudget: true,
}
const transfer = (change: Readonly<Record<string, unknown>> = {}): SvmActionRequest => ({
  route: 'spl_token/transfer',
  params: { token: 'USDC', recipient: 'treasury', amount: '1.25', ...change },
})

function build(
  requests: readonly SvmActionRequest[],
  change: Partial<SvmBuildOptions> = {},
  snapshot: SvmSnapshot = everything,
) {
  const reads = buildReads(definition, requests, { strategist })
  return buildSvmTransaction({ definition, snapshot: withAbsent(snapshot, reads) }, requests, {
    ...options,
    ...change,
  })
}

test('golden: a transfer of 1.25 tokens', () => {
  const built = build([transfer({ sub_account: 0 })])
  expect(built).toMatchObject({
    size: 487,
    version: 0,
    feePayer: strategist,
    lastValidBlockHeight: 150n,
    nonceAccount: null,
    computeUnitLimit: 200_000,
    priorityFee: 200n,
    description: 'Transfer 1.25 USDC to treasury',
    slot: 100n,
    lookupTables: [],
    warnings: [],
  })
  expect(built.actions[0]!.calls[0]).toMatchObject({ free: ['amount', 'accounts 0'] })
  const { digestHex } = permissionsOf(definition)[0]!
  expect(built.actions[0]!.calls[0]!.digestHex).toBe(digestHex)
  expect(build([transfer()], { version: 1 }).size).toBe(454)
  const source = associatedTokenAccount({
    owner: vaultAddresses().subAccount(3n, 0),
    mint,
    tokenProgram: definition.tokens[0]!.program,
  })
  expect(built.watched).toEqual([vaultAddresses().subAccount(3n, 0), source])
})

test('law: kit reads what was built as the same instructions', () => {
  const requests = [transfer(), { route: 'spl_token/wrap', params: { amount: '0.5' } }]
  for (const version of [0, 1] as const) {
    const { base64, message } = build(requests, { version })
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(base64))
    const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const decompiled = decompileTransactionMessage(compiled)
    const feePayer = decompiled.feePayer
    const instructions = decompiled.instructions as readonly KitInstruction[]
    expect(feePayer.address).toBe(strategist)
    expect(instructions.map(({ programAddress }) => programAddress)).toEqual(
      message.instructions.map(({ program }) => program),
    )
    expect(instructions.map(({ data = [] }) => [...data])).toEqual(
      message.instructions.map(({ data }) => [...data]),
    )
    expect(instructions.map(({ accounts = [] }) => accounts.map(({ address }) => address))).toEqual(
      message.instructions.map(({ accounts }) => accounts.map(({ address }) => address)),
    )
    const signatures = Object.keys(transaction.signatures) as Address[]
    expect(signatures).toEqual([strategist])
  }
})

const aRequest: fc.Arbitrary<SvmActionRequest> = fc
  .record({
    route: fc.constantFrom(
      'spl_token/transfer',
      'spl_token/wrap',
      'spl_token/unwrap',
      'system/transfer',
      'associated_token/create',
    ),
    sub_account: fc.integer({ min: 0, max: 1 }),
    account: fc.constantFrom('treasury', 'other'),
    recipient: fc.constantFrom('treasury', 'other', 'sub_account'),
    amount: fc.integer({ min: 1, max: 1000 }).map((units) => `0.${String(units).padStart(6, '0')}`),
  })
  .map(({ route, sub_account, account, recipient, amount }) => {
    const byRoute: Readonly<Record<string, object>> = {
      'spl_token/transfer': { token: 'USDC', recipient, amount },
      'spl_token/wrap': { amount },
      'spl_token/unwrap': {},
      'system/transfer': { recipient: account, amount },
      'associated_token/create': { token: 'USDC', owner: account },
    }
    return { route, params: { sub_account, ...byRoute[route] } }
  })

test('law: whatever is in a batch, its digests are those that the runtime computes from the bytes', () => {
  let built = 0
  let refused = 0
  fc.assert(
    fc.property(fc.array(aRequest, { minLength: 1, maxLength: 7 }), (requests) => {
      let result: ReturnType<typeof build>
      try {
        result = build(requests, { version: 1 })
      } catch (error) {
        // The flags of a batch may need a digest that does not exist: that is a refusal, not a transaction.
        expect(error).toMatchObject({ code: 'digest_missing' })
        refused++
        return
      }
      built++
      const message = decodeTransaction(result.base64).message!
      const flagsOf = mergedFlags(message)
      const manages = message.instructions.flatMap((instruction) => readManage(instruction) ?? [])
      expect(manages.length).toBe(requests.length)
      for (const [index, { innerCall, digestAddress, vaultId, subAccount }] of manages.entries()) {
        const call = result.actions[index]!.calls[0]!
        const accounts = innerCall.accounts.map(({ address }) => ({ address, ...flagsOf(address) }))
        const digest = cpiDigest({ ...innerCall, accounts }, call.operators)
        expect(vaultAddresses().cpiDigest(vaultId, digest)).toBe(digestAddress)
        expect(subAccount).toBe(requests[index]!.params!.sub_account)
        expect(everything.accounts.get(digestAddress)).toBeDefined()
      }
      expect(() => assertDigestsOf(result)).not.toThrow()
    }),
    { numRuns: runsOf(0.4) },
  )
  expect(built).toBeGreaterThan(refused)
})

test('law: other units change the limit and the fee, and nothing that a digest hashes', () => {
  const requests = [transfer(), { route: 'spl_token/wrap', params: { amount: '0.5' } }]
  for (const version of [0, 1] as const) {
    const built = build(requests, { version })
    const rebuilt = rebuildWithUnits(built, 50_000)
    expect(rebuilt.computeUnitLimit).toBe(50_000)
    expect(rebuilt.priorityFee).toBe(50n)
    expect(rebuilt.actions).toEqual(built.actions)
    expect(rebuilt.base64).toBe(build(requests, { version, computeUnitLimit: 50_000 }).base64)
  }
  const bare = build(requests, { computeBudget: false })
  expect(rebuildWithUnits(bare, 50_000)).toBe(bare)
  expect(unitsWithReserve(100)).toBe(1100)
  expect(unitsWithReserve(100_001)).toBe(115_002)
})

test('golden: without an amount, all of it goes, less what earlier actions took', () => {
  const { actions } = build([transfer({ amount: '100' }), transfer({ amount: null })])
  expect(actions.map(({ description }) => description)).toEqual([
    'Transfer 100 USDC to treasury',
    'Transfer 9,900 USDC to treasury',
  ])
})

test('golden: a request without a sub-account uses the one for deposits', () => {
  const snapshot = vaultSnapshot(definition, { state: { depositSubAccount: 1 } })
  expect(build([transfer()], {}, snapshot).actions[0]!.subAccount).toBe(1)
})

test('golden: wrapping ends with a sync that anyone may send', () => {
  const { instructions } = build([{ route: 'spl_token/wrap', params: { amount: '1' } }])
  expect(instructions.map(({ data }) => data[0])).toEqual([0xa8, 17, 2, 3])
})

const usdc = definition.tokens[0]!
const source = associatedTokenAccount({
  owner: vaultAddresses().subAccount(3n, 0),
  mint,
  tokenProgram: usdc.program,
})
const digestAddress = permissionsOf(definition)[0]!.digestAddress

function errorOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return error as { code: string; message: string; facts: Readonly<Record<string, unknown>> }
  }
  throw new TypeError('It was built')
}

test('refuses: a recipient without a digest, with the instruction that creates it', () => {
  const { code, facts } = errorOf(() => build([transfer({ recipient: filledAddress(77) })]))
  expect(code).toBe('digest_missing')
  expect(facts).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    permitted_alone: false,
    instruction: { program: definition.program, data_base64: expect.any(String) },
  })
  const address = facts.digest_address as SvmAddress
  const created = vaultSnapshot(definition, {
    changes: [
      [
        address,
        {
          ...everything.accounts.get(digestAddress)!,
          data: encodeDigestAccount(permissionsOf(definition)[0]!.operators),
        },
      ],
      [
        associatedTokenAccount({ owner: filledAddress(77), mint, tokenProgram: usdc.program }),
        {
          ...everything.accounts.get(source)!,
          data: tokenAccountData(mint, filledAddress(77), 0n),
        },
      ],
    ],
  })
  const built = build([transfer({ recipient: filledAddress(77) })], {}, created)
  expect(built.actions[0]!.calls[0]!.digestAddress).toBe(address)
})

const account = everything.accounts.get(source)!
const changed = (address: SvmAddress, change: object | null): SvmSnapshot =>
  vaultSnapshot(definition, {
    changes: [
      [address, change === null ? null : { ...everything.accounts.get(address)!, ...change }],
    ],
  })
test.each([
  [
    'a paused vault',
    'vault_paused',
    [transfer()],
    vaultSnapshot(definition, { state: { paused: true } }),
  ],
  [
    'a vault that does not exist',
    'svm_vault_missing',
    [transfer()],
    changed(definition.vault, null),
  ],
  [
    'a state of another program',
    'foreign_account',
    [transfer()],
    changed(definition.vault, { owner: filledAddress(4) }),
  ],
  [
    'a state of another length',
    'unknown_layout',
    [transfer()],
    changed(definition.vault, { data: new Uint8Array(400) }),
  ],
  [
    'a digest with other operators',
    'digest_operators_differ',
    [transfer()],
    changed(digestAddress, { data: encodeDigestAccount([]) }),
  ],
  ['a digest that does not exist', 'digest_missing', [transfer()], changed(digestAddress, null)],
  [
    'lamports at the address of a digest',
    'digest_missing',
    [transfer()],
    changed(digestAddress, { data: new Uint8Array(), owner: filledAddress(0) }),
  ],
  [
    'more than there is',
    'insufficient_balance',
    [transfer({ amount: '10000.000001' })],
    everything,
  ],
  [
    'more than is left in a batch',
    'insufficient_balance',
    [transfer({ amount: '6000' }), transfer({ amount: '6000' })],
    everything,
  ],
  [
    'all of nothing',
    'insufficient_balance',
    [transfer({ amount: null })],
    vaultSnapshot(definition, { balance: 0n }),
  ],
  ['a missing token account', 'token_account_missing', [transfer()], changed(source, null)],
  [
    'a frozen token account',
    'token_account_unusable',
    [transfer()],
    changed(source, { data: account.data.with(108, 2) }),
  ],
  [
    'another mint',
    'token_account_unusable',
    [transfer()],
    changed(source, { data: account.data.with(0, 9) }),
  ],
  [
    'a mint with other decimals',
    'mint_differs',
    [transfer()],
    changed(mint, { data: everything.accounts.get(mint)!.data.with(44, 9) }),
  ],
  ['an unknown route', 'unknown_route', [{ route: 'spl_token/burn' }], everything],
  ['no actions', 'no_actions', [], everything],
])('refuses: %s', (_, code, requests, snapshot) => {
  expect(errorOf(() => build(requests, {}, snapshot)).code).toBe(code)
})

test('refuses: an unknown route, with the one that is meant, or those that there are', () => {
  const messageOf = (route: string) => errorOf(() => build([{ route }])).message
  expect(messageOf('spl_token/transfr')).toContain('Did you mean spl_token/transfer?')
  expect(messageOf('something/else')).toMatch(/The definition has spl_token\/transfer/)
})

test('refuses: a route that the definition lacks', () => {
  const text = printSvmDefinition({
    ...definition,
    permissions: definition.permissions.slice(0, 1),
  })
  const requests = [{ route: 'spl_token/wrap', params: { amount: '1' } }]
  const { code, message } = errorOf(() => buildReads(parseSvmDefinition(text), requests))
  expect(code).toBe('route_not_permitted')
  expect(message).toMatch(/It has spl_token\/transfer/)
})

test('refuses: another strategist, a price above the cap, a missing table, a foreign nonce', () => {
  const otherAddress = filledAddress(66)
  expect(errorOf(() => build([transfer()], { strategist: otherAddress })).code).toBe(
    'unknown_strategist',
  )
  expect(errorOf(() => build([transfer()], { computeUnitPriceMicroLamports: 5001n })).code).toBe(
    'priority_fee_too_high',
  )
  const absent = withAbsent(everything, [otherAddress])
  expect(errorOf(() => build([transfer()], { lookupTables: [otherAddress] }, absent)).code).toBe(
    'lookup_table_missing',
  )
  const lifetime = { kind: 'nonce', nonceAccount: otherAddress } as const
  expect(errorOf(() => build([transfer()], { lifetime }, absent)).code).toBe(
    'nonce_account_refused',
  )
})

test('refuses: a fee given in all that is above the cap a unit once the limit is lower', () => {
  const built = build([transfer()], {
    version: 1,
    priorityFeeLamports: 500n,
    computeUnitLimit: 200_000,
  })
  expect(rebuildWithUnits(built, 100_000).priorityFee).toBe(500n)
  expect(errorOf(() => rebuildWithUnits(built, 99_000)).code).toBe('priority_fee_too_high')
})

test('refuses: a vault without a cap pays 0.01 SOL of priority at most', () => {
  const capless = { ...definition, priorityFee: null }
  const pay = (priorityFeeLamports: bigint) =>
    buildSvmTransaction({ definition: capless, snapshot: everything }, [transfer()], {
      ...options,
      version: 1,
      priorityFeeLamports,
    })
  expect(pay(10_000_000n).priorityFee).toBe(10_000_000n)
  expect(errorOf(() => pay(40_000_000_000n))).toMatchObject({
    code: 'priority_fee_too_high',
    message:
      'The priority fee is 40 SOL, and a definition without a cap permits 0.01 SOL. Give less, or set cap_micro_lamports of its priority_fee.',
  })
})

test('refuses: a transaction beyond the limit, with what version 1 would make of it', () => {
  const many = Array.from({ length: 20 }, () => transfer({ amount: '1' }))
  const { code, facts, message } = errorOf(() => build(many))
  expect(code).toBe('transaction_too_large')
  const { size } = build(many, { version: 1 })
  expect(facts).toMatchObject({ limit: 1232, version: 0, size_version_1: size })
  expect(message).toMatch(/version 1 would make it/)
})

test.each([
  ['an unknown parameter', { to: 'treasury' }, 'to', 'extra_forbidden'],
  ['a missing token', { token: null }, 'token', 'missing'],
  ['a token in another case', { token: 'usdc' }, 'token', 'enum'],
  [
    'an EVM recipient',
    { recipient: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2' },
    'recipient',
    'address',
  ],
  ['too many decimals', { amount: '1.0000001' }, 'amount', 'decimal_max_places'],
  ['an exponent', { amount: '1e6' }, 'amount', 'decimal_parsing'],
  ['a negative amount', { amount: '-1' }, 'amount', 'decimal_parsing'],
  ['a number that a float rounds', { amount: 123456789.1234567 }, 'amount', 'decimal_parsing'],
  ['zero', { amount: 0 }, 'amount', 'greater_than'],
  ['more than 64 bits', { amount: '18446744073710' }, 'amount', 'less_than_equal'],
  ['sub-account 256', { sub_account: 256 }, 'sub_account', 'less_than_equal'],
  ['a sub-account that is a word', { sub_account: 'a' }, 'sub_account', 'int_parsing'],
])('refuses: %s', (_, change, name, type) => {
  const { code, facts } = errorOf(() => build([transfer(change)]))
  expect(code).toBe('invalid_parameters')
  expect(facts.detail).toMatchObject([{ loc: ['params', name], type }])
})

test('refuses: no sub-account where several may act and none is for deposits', () => {
  const snapshot = vaultSnapshot(definition, { state: { depositSubAccount: 7 } })
  const { code, facts } = errorOf(() => build([transfer()], {}, snapshot))
  expect(code).toBe('invalid_parameters')
  expect(facts.detail).toMatchObject([
    { loc: ['params', 'sub_account'], msg: expect.stringMatching(/Choose from 0, 1/) },
  ])
})

test('refuses: every problem of a batch at once', () => {
  const { facts } = errorOf(() => build([transfer({ amount: 'x' }), transfer({ token: 'EUR' })]))
  expect(facts.detail).toMatchObject([
    { loc: ['actions', 0, 'params', 'amount'] },
    { loc: ['actions', 1, 'params', 'token'] },
  ])
})

test('law: what a build reads is what it says it reads', () => {
  fc.assert(
    fc.property(fc.array(aRequest, { minLength: 1, maxLength: 3 }), (requests) => {
      const reads = buildReads(definition, requests)
      const accounts = new Map(
        reads.map((address) => [address, everything.accounts.get(address) ?? null]),
      )
      const snapshot = { slot: 1n, accounts }
      const build = () =>
        buildSvmTransaction({ definition, snapshot }, requests, { ...options, version: 1 })
      expect([null, 'digest_missing']).toContain(codeOf(build))
    }),
    { numRuns: runsOf(0.2) },
  )
})

/** The code of what a call throws; null when it throws nothing. */
function codeOf(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return (error as { readonly code?: unknown }).code
  }
}
