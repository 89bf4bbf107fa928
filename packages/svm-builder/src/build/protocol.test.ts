import { createHash } from 'node:crypto'
import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import {
  type AccountMeta,
  encodeDigestAccount,
  lookupTableProgram,
  readManage,
  type SvmAccount,
  type SvmAddress,
  svmBytesOf,
  vaultAddresses,
} from '@vaultwright/svm'
import { expect, test } from 'vitest'
import { kaminoAccount, kaminoPosition } from '../../../../test/solana/support/kamino-account.ts'
import {
  filledAddress,
  vaultSnapshot,
  withAbsent,
} from '../../../../test/solana/support/vault-snapshot.ts'
import { svmTemplates } from '../catalogue/catalogue.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { printSvmDefinition } from '../definition/definition-print.ts'
import { permissionsOf } from '../permission/permission.ts'
import { lendingProgram } from '../template/jupiter-lend/market.ts'
import type { SvmTemplate } from '../template/template.ts'
import { crankTextOf } from '../verify/crank.ts'
import { verifySvmTransaction } from '../verify/verify.ts'
import { buildSvmTransaction } from './build.ts'
import type { SvmActionRequest, SvmBuildOptions } from './build-type.ts'
import { buildReads } from './reads.ts'

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const jitoSol = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'
const reserve = 'F9HdecRG8GPs9LEn4S5VfeJVEZVqrDJFR6bvmQTi22na'
const accounts = `token: jitoSOL, reserve: ${reserve}, market: H6rHXmXoCQvq8Ue81MqNh7ow5ysPa1dSozwW3PU1dDH6, liquidity_supply: 5cRbUeR6cxaUNtuLcoZjFcxDLa1bQC2sGKLj4sF5W9JE, collateral_mint: JAxQmErztKmJsBRbqigNxa62WYkUWcuSioJ3o3cuUywR, collateral_supply: 3srCNFNLoWK2p6EyjDLt7mxY3724X6umTVHQey8sShzm, farm: B4mX639wYzxmMVgPno2wZUEPjTdbDGs5VD7TG7FNmy7P`
const pool = `token: jitoSOL, stake_pool: ${filledAddress(11)}, reserve_stake: ${filledAddress(12)}, fee_account: ${filledAddress(13)}`
const definition = parseSvmDefinition(`
kind: solana
name: Protocols
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${usdc}, decimals: 6 }
  jitoSOL: { mint: ${jitoSol}, decimals: 9 }
accounts: { main reserve: ${reserve} }
permissions:
  - { action: jupiter_lend/deposit, token: USDC }
  - { action: jupiter_lend/withdraw, token: USDC }
  - { action: kamino/deposit, ${accounts} }
  - { action: kamino/withdraw, ${accounts} }
  - { action: jito/deposit_sol, token: jitoSOL, stake_pool: ${filledAddress(11)}, reserve_stake: ${filledAddress(12)}, fee_account: ${filledAddress(13)} }
  - { action: jupiter_lend/deposit_at_least, token: USDC }
  - { action: jupiter_lend/withdraw_at_most, token: USDC }
  - { action: jupiter_lend/redeem_at_least, token: USDC }
  - { action: jito/deposit_sol_at_least, ${pool} }
  - { action: jito/withdraw_sol_at_least, ${pool} }
`)
const lend: SvmActionRequest = {
  route: 'jupiter_lend/deposit',
  params: { token: 'USDC', amount: '5' },
}
const deposit: SvmActionRequest = {
  route: 'kamino/deposit',
  params: { token: 'jitoSOL', reserve: 'main reserve', amount: '0.001' },
}
const options: SvmBuildOptions = {
  version: 0,
  lifetime: { kind: 'blockhash', blockhash: filledAddress(5), lastValidBlockHeight: 150n },
  computeUnitLimit: null,
  computeUnitPriceMicroLamports: 10_000n,
  priorityFeeLamports: null,
  lookupTables: [],
  computeBudget: true,
}
const table = filledAddress(0x77)

/** A table of every account that the two deposits name, as the chain stores it. */
function tableAccount(): SvmAccount {
  const { instructions } = build([deposit, lend], { version: 1 })
  const programs = new Set(instructions.map(({ program }) => program))
  const named = instructions.flatMap((instruction) =>
    (readManage(instruction)?.innerCall.accounts ?? instruction.accounts).map((one) => one.address),
  )
  const addresses = [...new Set(named)].filter((one) => !programs.has(one))
  const data = new Uint8Array(56 + 32 * addresses.length)
  const view = new DataView(data.buffer)
  view.setUint32(0, 1, true)
  view.setBigUint64(4, 2n ** 64n - 1n, true)
  for (const [index, address] of addresses.entries()) data.set(svmBytesOf(address), 56 + 32 * index)
  return { owner: lookupTableProgram, data, lamports: 1n, executable: false }
}

/** The reserve as the entries state it, and a position that has collateral in it. */
function kaminoAccounts(): readonly (readonly [SvmAddress, SvmAccount])[] {
  const { innerCall, values } = permissionsOf(definition)[2]!
  const addressOf = (name: string) => values[name] as SvmAddress
  const [{ address: owner }, { address: position }] = innerCall.accounts as [
    AccountMeta,
    AccountMeta,
  ]
  const stated = new Map([
    [32, addressOf('market')],
    [64, addressOf('farm')],
    [128, jitoSol as SvmAddress],
    [160, addressOf('liquidity_supply')],
    [2560, addressOf('collateral_mint')],
    [2600, addressOf('collateral_supply')],
    [5112, '3NJYftD5sjVfxSnUdZ1wVML8f3aC6mp1CXCL6L7TnU8C' as SvmAddress],
  ])
  const deposits = [[0, addressOf('reserve'), 5_000n]] as const
  return [
    [addressOf('reserve'), kaminoAccount('target', stated)],
    [position, kaminoPosition({ market: addressOf('market'), owner, deposits })],
    [innerCall.accounts[14]!.address, kaminoAccount('target')],
  ]
}

function build(
  requests: readonly SvmActionRequest[],
  change: Partial<SvmBuildOptions> = {},
  changes: readonly (readonly [SvmAddress, SvmAccount])[] = [],
) {
  const snapshot = vaultSnapshot(definition, { changes: [...kaminoAccounts(), ...changes] })
  const reads = buildReads(definition, requests)
  return buildSvmTransaction({ definition, snapshot: withAbsent(snapshot, reads) }, requests, {
    ...options,
    ...change,
  })
}

test('golden: sizes alone, together, with a lookup table and in version 1', () => {
  const tables = { lookupTables: [table] }
  const changes = [[table, tableAccount()]] as const
  expect(build([deposit]).size).toBe(921)
  expect(build([deposit], tables, changes).size).toBe(459)
  expect(build([lend]).size).toBeLessThan(1232)
  expect(() => build([deposit, lend])).toThrow(
    expect.objectContaining({
      code: 'transaction_too_large',
      facts: expect.objectContaining({ size: 1527, limit: 1232 }),
    }),
  )
  const together = build([deposit, lend], tables, changes)
  expect(together.size).toBeLessThan(1232)
  expect(together.lookupTables).toEqual([table])
  expect(build([deposit, lend], { version: 1 }).size).toBeLessThan(4096)
})

test('golden: refreshes run right before the deposit, and all collateral is 2^64 - 1', () => {
  const { instructions, actions } = build([deposit])
  expect(instructions.slice(0, 3).map(({ data }) => data[0])).toEqual([0x02, 0x21, 0xa8])
  expect(actions[0]!.description).toBe('Deposit 0.001 jitoSOL to Kamino')
  const params = { token: 'jitoSOL', reserve: 'main reserve' }
  const all = build([{ route: 'kamino/withdraw', params }])
  expect(all.actions[0]!.description).toBe('Withdraw all jitoSOL from Kamino')
  expect([...all.actions[0]!.calls[0]!.data.slice(8)]).toEqual(Array(8).fill(255))
  const some = build([{ route: 'kamino/withdraw', params: { ...params, collateral: '1500' } }])
  expect(some.actions[0]!.description).toBe(
    'Withdraw 1,500 units of jitoSOL collateral from Kamino',
  )
  const stake = { route: 'jito/deposit_sol', params: { token: 'jitoSOL', amount: '1.5' } }
  expect(build([stake]).actions[0]!.description).toBe('Stake 1.5 SOL for jitoSOL')
})

test.each([
  [
    'jupiter_lend/deposit_at_least',
    'minimum',
    '7490106176',
    'Lend 5 USDC to Jupiter Lend for 4 of its receipt or more',
  ],
  [
    'jupiter_lend/withdraw_at_most',
    'maximum',
    '2fc5b7abef',
    'Withdraw 5 USDC from Jupiter Lend for 4 of its receipt or less',
  ],
  [
    'jupiter_lend/redeem_at_least',
    'minimum',
    'ebbded38a6',
    "Redeem 5 of Jupiter Lend's receipt for 4 USDC or more",
  ],
  ['jito/deposit_sol_at_least', 'minimum', '1900f2052a', 'Stake 5 SOL for 4 jitoSOL or more'],
  ['jito/withdraw_sol_at_least', 'minimum', '1a00f2052a', 'Withdraw 4 SOL or more for 5 jitoSOL'],
])('golden: %s states its bound, and nothing stands for one', (route, bound, head, sentence) => {
  const token = route.startsWith('jito') ? 'jitoSOL' : 'USDC'
  const params = { token, amount: '5' }
  const { actions } = build([{ route, params: { ...params, [bound]: '4' } }])
  const { data } = actions[0]!.calls[0]!
  expect([Buffer.from(data.slice(0, 5)).toString('hex'), actions[0]!.description]).toEqual([
    head,
    sentence,
  ])
  const decimals = token === 'USDC' ? 6n : 9n
  expect(new DataView(data.buffer, data.byteOffset).getBigUint64(data.length - 8, true)).toBe(
    4n * 10n ** decimals,
  )
  expect(() => build([{ route, params }])).toThrow(
    expect.objectContaining({ code: 'invalid_parameters' }),
  )
})

test('law: an action without a bound says so, and names the one that has it', () => {
  const params = { token: 'USDC', amount: '5' }
  const stake = { token: 'jitoSOL', amount: '5' }
  const rows = [
    ['jupiter_lend/deposit', params, 'jupiter_lend/deposit_at_least'],
    ['jupiter_lend/withdraw', params, 'jupiter_lend/withdraw_at_most'],
    ['jupiter_lend/redeem_at_least', { ...params, minimum: '4' }, null],
    ['jito/deposit_sol', stake, 'jito/deposit_sol_at_least'],
    ['jito/deposit_sol_at_least', { ...stake, minimum: '4' }, null],
  ] as const
  for (const [route, params, bounded] of rows) {
    const built = build([{ route, params }])
    const warned = built.warnings.map(({ code, facts }) => [code, facts.bounded])
    expect([route, warned]).toEqual([route, bounded === null ? [] : [['no_bound', bounded]]])
    const snapshot = vaultSnapshot(definition)
    const { answer, reasons } = verifySvmTransaction(built.base64, { snapshot, definition })
    const codes = reasons.map(({ code }) => code)
    expect([route, answer, codes]).toEqual([route, 'yes', bounded === null ? [] : ['no_bound']])
  }
})

test('law: the programs of Anchor know their instructions by the hash of the name', () => {
  const nameHash = (name: string) =>
    createHash('sha256').update(`global:${name}`).digest('hex').slice(0, 16)
  const params = { token: 'USDC', amount: '5' }
  const dataOf = (route: string, more = {}) => {
    const { actions } = build([{ route, params: { ...params, ...more } }])
    return Buffer.from(actions[0]!.calls[0]!.data.slice(0, 8)).toString('hex')
  }
  expect(dataOf('jupiter_lend/deposit')).toBe(nameHash('deposit'))
  expect(dataOf('jupiter_lend/withdraw')).toBe(nameHash('withdraw'))
  expect(dataOf('jupiter_lend/deposit_at_least', { minimum: '4' })).toBe(
    nameHash('deposit_with_min_amount_out'),
  )
  expect(dataOf('jupiter_lend/withdraw_at_most', { maximum: '4' })).toBe(
    nameHash('withdraw_with_max_shares_burn'),
  )
  expect(dataOf('jupiter_lend/redeem_at_least', { minimum: '4' })).toBe(
    nameHash('redeem_with_min_amount_out'),
  )
  const data = Buffer.from(nameHash('update_rate'), 'hex')
  expect(crankTextOf({ program: lendingProgram, accounts: [], data })).toContain('rate')
  data[7]! ^= 1
  expect(crankTextOf({ program: lendingProgram, accounts: [], data })).toBeNull()
})

test('golden: what each template pins, names and may send to', () => {
  const shapes = svmTemplates.map((template) => ({
    route: template.route,
    pins: template.operators.map((one) => Object.values(one).join(' ')),
    data: template.dataFields.map(({ name, start, length }) => `${start}+${length} ${name}`),
    accounts: template.accountNames.join(' '),
    receivers: template.receivers.join(' '),
    compute: template.computeUnits,
    programs: template.programs.length,
  }))
  expect(shapes).toMatchSnapshot()
})

test('law: addresses of Jupiter Lend and Kamino are those that kit derives', async () => {
  const key = (text: string) => getAddressEncoder().encode(address(text))
  const derive = async (program: string, ...seeds: (string | Uint8Array)[]) => {
    const programAddress = address(program)
    const [derived] = await getProgramDerivedAddress({ programAddress, seeds })
    return derived as string
  }
  const lending = 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'
  const liquidity = 'jupeiUmn818Jg1ekPURTpr4mFo29p46vygyykFJ3wZC'
  const rewards = 'jup7TthsMgcR9Y3L277b8Eo9uboVSmu1utkuXHNUKar'
  const mint = new Uint8Array(key(usdc))
  const receipt = await derive(lending, 'f_token_mint', mint)
  const admin = await derive(lending, 'lending_admin')
  const market = await derive(lending, 'lending', mint, new Uint8Array(key(receipt)))
  const names = [
    'lending_admin',
    'lending',
    'receipt_mint',
    'reserve',
    'supply_position',
    'rate_model',
    'liquidity',
    'rewards_rate_model',
    'claim_account',
  ]
  const derived = [
    admin,
    market,
    receipt,
    await derive(liquidity, 'reserve', mint),
    await derive(liquidity, 'user_supply_position', mint, new Uint8Array(key(market))),
    await derive(liquidity, 'rate_model', mint),
    await derive(liquidity, 'liquidity'),
    await derive(rewards, 'lending_rewards_rate_model', mint),
    await derive(liquidity, 'user_claim', new Uint8Array(key(admin)), mint),
  ]
  const [, withdraw, kaminoDeposit] = permissionsOf(definition)
  const named = accountsByName(withdraw!)
  expect(names.map((name) => named.get(name))).toEqual(derived)
  const program = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'
  const none = new Uint8Array(32)
  const owner = svmBytesOf(vaultAddresses().subAccount(3n, 0))
  const lendingMarket = new Uint8Array(key('H6rHXmXoCQvq8Ue81MqNh7ow5ysPa1dSozwW3PU1dDH6'))
  const position = await derive(
    program,
    new Uint8Array(1),
    new Uint8Array(1),
    owner,
    lendingMarket,
    none,
    none,
  )
  expect(accountsByName(kaminoDeposit!).get('position')).toBe(position)
  expect(accountsByName(kaminoDeposit!).get('market_authority')).toBe(
    await derive(program, 'lma', lendingMarket),
  )
})

function accountsByName({ template, innerCall }: ReturnType<typeof permissionsOf>[number]) {
  return new Map(
    template.accountNames.map((name, index) => [
      name,
      innerCall.accounts[index]!.address as string,
    ]),
  )
}

test('law: a template names each account, covers its data and pins who receives', () => {
  const text = svmTemplates.map(({ route }) => route)
  expect(new Set(text).size).toBe(text.length)
  for (const { template, innerCall, operators } of permissionsOf(definition)) {
    expect(template.accountNames).toHaveLength(innerCall.accounts.length)
    const covered = template.dataFields.reduce((end, { start, length }) => {
      expect(start).toBe(end)
      return start + length
    }, 0)
    expect(covered).toBe(innerCall.data.length)
    const pinned = operators.flatMap((one) => (one.kind === 'ingest_account' ? [one.index] : []))
    expect(pinned).toEqual(expect.arrayContaining([...template.receivers]))
    expect(pinned.map((index) => template.accountNames[index])).toContain('sub_account')
    expect(operators).toContainEqual({ kind: 'ingest_instruction_data_size' })
  }
})

test('law: the operators of every template pin who acts and what requests name', () => {
  const values = (template: SvmTemplate) =>
    Object.fromEntries(
      Object.entries(template.parameters).flatMap(([name, { kind }]) =>
        kind === 'amount' ? [] : [[name, [kind === 'token' ? 'USDC' : filledAddress(21)]]],
      ),
    )
  // Operators that an entry states are probed, and those of a template are not.
  const stated = printSvmDefinition({
    ...definition,
    permissions: svmTemplates.map((template) => ({
      route: template.route,
      subAccounts: [0],
      values: values(template),
      operators: template.operators,
      flags: {},
    })),
  })
  const permissions = permissionsOf(parseSvmDefinition(stated))
  expect(permissions).toHaveLength(svmTemplates.length)
  for (const { template, freeNames, pinsSubAccount } of permissions) {
    expect([template.route, pinsSubAccount]).toEqual([template.route, true])
    const open = freeNames.filter((name) => {
      const parameter = template.parameters[name]!
      return parameter.kind === 'token' || (parameter.kind === 'account' && parameter.isRequested)
    })
    expect([template.route, open]).toEqual([template.route, []])
  }
})

test('refuses: a reserve that no entry has, and a digest of a reserve that does not exist', () => {
  const variant = {
    route: 'kamino/deposit',
    params: { token: 'jitoSOL', reserve: filledAddress(99), amount: '1' },
  }
  expect(() => build([variant])).toThrow(expect.objectContaining({ code: 'invalid_parameters' }))
  const { digestAddress } = permissionsOf(definition)[2]!
  const foreign = {
    owner: definition.program,
    data: encodeDigestAccount([]),
    lamports: 1n,
    executable: false,
  }
  expect(() => build([deposit], {}, [[digestAddress, foreign]])).toThrow(
    expect.objectContaining({ code: 'digest_operators_differ' }),
  )
})
