import { createHash } from 'node:crypto'
import {
  type Instruction,
  type SvmAccount,
  type SvmAddress,
  systemProgram,
  tokenProgram,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  kaminoAccount,
  kaminoPosition,
  kaminoVectors,
} from '../../../../../test/solana/support/kamino-account.ts'
import { filledAddress, vaultSnapshot } from '../../../../../test/solana/support/vault-snapshot.ts'
import { buildSvmTransaction } from '../../build/build.ts'
import type { SvmActionRequest } from '../../build/build-type.ts'
import { buildReads } from '../../build/reads.ts'
import { parseSvmDefinition } from '../../definition/definition.ts'
import { SvmAccountsNotReadError } from '../../permission/snapshot.ts'
import { verifySvmTransaction } from '../../verify/verify.ts'
import { decodeKaminoPosition, decodeKaminoReserve } from './account.ts'
import { kaminoProgram, kaminoTags, refreshTags } from './program.ts'

const { market, reserve, supply, farm, addresses, sub_account: subAccount } = kaminoVectors
const reserveKeys = `token: USDC, reserve: ${reserve}, market: ${market}, liquidity_supply: ${supply}`
const collateral = `${reserveKeys}, collateral_mint: ${kaminoVectors.collateral_mint}, collateral_supply: ${kaminoVectors.collateral_supply}`

/** One entry an action; `farms` says whether the reserve has them. */
function definitionOf(hasFarms: boolean) {
  const farmKey = hasFarms ? `, farm: ${farm}` : ''
  const debtKey = hasFarms ? `, farm: ${kaminoVectors.debt_farm}` : ''
  const single = `reserve: ${reserve}, market: ${market}`
  return parseSvmDefinition(`
kind: solana
name: Kamino
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens: { USDC: { mint: EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v, decimals: 6 } }
permissions:
  - { action: kamino/init_user }
  - { action: kamino/init_position, market: ${market} }
  - { action: kamino/init_farm, ${single}, farm: ${farm} }
  - { action: kamino/init_debt_farm, ${single}, farm: ${kaminoVectors.debt_farm} }
  - { action: kamino/deposit, ${collateral}${farmKey} }
  - { action: kamino/withdraw, ${collateral}${farmKey} }
  - { action: kamino/borrow, ${reserveKeys}, fee_receiver: ${kaminoVectors.fee_receiver}${debtKey} }
  - { action: kamino/repay, ${reserveKeys}${debtKey} }
`)
}

const withFarms = definitionOf(true)
const withoutFarms = definitionOf(false)
const params = { token: 'USDC', reserve }
const deposit = { route: 'kamino/deposit', params: { ...params, amount: '5' } }
const withdrawAll = { route: 'kamino/withdraw', params }
const borrow = { route: 'kamino/borrow', params: { ...params, amount: '5' } }
const repay = { route: 'kamino/repay', params: { ...params, amount: '5' } }
const initUser = { route: 'kamino/init_user' }
const initPosition = { route: 'kamino/init_position', params: { market } }
const initFarm = { route: 'kamino/init_farm', params: { reserve } }

type Accounts = readonly (readonly [SvmAddress, SvmAccount | null])[]
type Request = SvmActionRequest | readonly SvmActionRequest[]

const some = { owner: kaminoProgram, data: new Uint8Array(8), lamports: 1n, executable: false }
/** The position has the Pyth reserve and the target as collateral, and owes to the Switchboard reserve. */
const entered: Accounts = [
  [addresses.position, kaminoAccount('position')],
  [addresses.farmUser, some],
  [addresses.debtFarmUser, some],
  [addresses.user, some],
  [reserve, kaminoAccount('target')],
  [filledAddress(0x41), kaminoAccount('pyth')],
  [filledAddress(0x42), kaminoAccount('switchboard')],
]

/** Reads what a build asks for, as a caller with a node does. */
function build(request: Request, changes: Accounts = [], definition = withFarms) {
  const requests = Array.isArray(request) ? request : [request]
  const chain = vaultSnapshot(definition, { changes: [...entered, ...changes] })
  let reads = buildReads(definition, requests)
  for (let rounds = 1; ; rounds++) {
    const accounts = new Map(reads.map((each) => [each, chain.accounts.get(each) ?? null]))
    try {
      const built = buildSvmTransaction(
        { definition, snapshot: { ...chain, accounts } },
        requests,
        {
          version: 1,
          lifetime: { kind: 'blockhash', blockhash: filledAddress(5), lastValidBlockHeight: 150n },
          computeUnitLimit: null,
          computeUnitPriceMicroLamports: null,
          priorityFeeLamports: null,
          lookupTables: [],
          computeBudget: true,
        },
      )
      return { built, rounds }
    } catch (error) {
      if (!(error instanceof SvmAccountsNotReadError)) throw error
      reads = [...new Set([...reads, ...error.addresses])]
    }
  }
}

/** Accounts with the flags that each address has in the whole instruction: the sub-account is always written. */
function shown({ program, accounts, data }: Instruction) {
  const rows = accounts.map(({ address, isSigner, isWritable }) => {
    const isActor = address === subAccount
    return { address, role: (isSigner ? 2 : 0) + (isWritable || isActor ? 1 : 0) }
  })
  return { program, accounts: mergedRoles(rows), data: Buffer.from(data).toString('hex') }
}

function vectorOf(name: string) {
  const { program, accounts, data } = kaminoVectors.instructions[name]!
  const rows = accounts.map((text) => {
    const [address, role] = text.split(' ')
    return { address: address!, role: Number(role) | (address === subAccount ? 1 : 0) }
  })
  return { program, accounts: mergedRoles(rows), data }
}

function mergedRoles(rows: readonly { readonly address: string; readonly role: number }[]) {
  return rows.map(({ address }) => {
    const role = rows
      .filter((row) => row.address === address)
      .reduce((all, row) => all | row.role, 0)
    return `${address} ${role}`
  })
}

test.each([
  ['init_user', initUser, withFarms],
  ['init_position', initPosition, withFarms],
  ['init_farm', initFarm, withFarms],
  ['init_debt_farm', { route: 'kamino/init_debt_farm', params: { reserve } }, withFarms],
  ['deposit', deposit, withFarms],
  ['withdraw', withdrawAll, withFarms],
  ['borrow', borrow, withFarms],
  ['deposit_without_farm', deposit, withoutFarms],
  ['repay', repay, withoutFarms],
])("golden: the call of %s is that of Kamino's own library", (name, request, definition) => {
  const owes = kaminoPosition({
    market,
    owner: subAccount,
    deposits: [[0, reserve, 9n]],
    borrows: [[0, reserve, 9n]],
  })
  const target = definition === withFarms ? 'target' : 'target_without_farm'
  const changes: Accounts = [
    [addresses.position, owes],
    [reserve, kaminoAccount(target)],
  ]
  const { built } = build(request, changes, definition)
  const { program, accounts, data } = built.actions[0]!.calls[0]!
  // The vault program signs for the sub-account, which no signer of the transaction is.
  const signs = (address: string) => address === subAccount
  const call = {
    program,
    data,
    accounts: accounts.map((one) => ({ ...one, isSigner: signs(one.address) })),
  }
  const vector = vectorOf(name)
  const signed = vector.accounts.map((text) =>
    signs(text.split(' ')[0]!) ? `${subAccount} 3` : text,
  )
  expect(shown(call)).toEqual({ ...vector, accounts: signed })
})

test("golden: refreshes are those of Kamino's own library, each reserve with its own oracles", () => {
  const { built, rounds } = build(deposit)
  const before = built.instructions.slice(0, 4)
  expect(before.map(shown)).toEqual(
    [
      'refresh_reserve_pyth',
      'refresh_reserve_switchboard',
      'refresh_reserve_scope',
      'refresh_obligation',
    ].map(vectorOf),
  )
  expect(rounds).toBe(2)
  const { answer, reasons } = verifySvmTransaction(built.base64, {
    snapshot: vaultSnapshot(withFarms),
    definition: withFarms,
  })
  expect([answer, reasons.filter(({ weight }) => weight !== 'note')]).toEqual(['yes', []])
})

test('golden: accounts that the library encodes are read back', () => {
  const position = decodeKaminoPosition(kaminoAccount('position'))
  expect(position).toMatchObject({ market, owner: subAccount, referrer: null })
  expect(position.deposits).toEqual([
    null,
    { reserve: filledAddress(0x41), amount: 900n },
    null,
    { reserve, amount: 1500n },
    ...Array(4).fill(null),
  ])
  expect(position.borrows[2]).toEqual({ reserve: filledAddress(0x42), amount: 77n })
  expect(decodeKaminoReserve(kaminoAccount('target'))).toMatchObject({
    market,
    tokenProgram,
    liquiditySupply: supply,
    collateralFarm: farm,
    debtFarm: kaminoVectors.debt_farm,
    oracles: [null, null, null, filledAddress(0x54)],
  })
  const { oracles } = decodeKaminoReserve(kaminoAccount('switchboard'))
  expect(oracles).toEqual([null, filledAddress(0x52), filledAddress(0x53), null])
})

const places = (count: number) =>
  fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.integer({ min: 0x60, max: 0x6f })), {
    maxLength: count,
    selector: ([place]) => place,
  })

test('law: the position is refreshed with exactly its reserves, deposits before borrows, in its order', () => {
  fc.assert(
    fc.property(places(7), places(5), (deposits, borrows) => {
      const slotsOf = (rows: readonly (readonly [number, number])[]) =>
        rows.map(([place, byte]) => [place, filledAddress(byte), 5n] as const)
      const account = kaminoPosition({
        market,
        owner: subAccount,
        deposits: slotsOf(deposits),
        borrows: slotsOf(borrows),
      })
      const reserveAccounts = [...deposits, ...borrows].map(
        ([, byte]) => [filledAddress(byte), kaminoAccount('pyth')] as const,
      )
      const { built } = build(deposit, [[addresses.position, account], ...reserveAccounts])
      const kamino = built.instructions.filter(({ program }) => program === kaminoProgram)
      const inOrder = (rows: readonly (readonly [number, number])[]) =>
        rows.toSorted(([left], [right]) => left - right).map(([, byte]) => filledAddress(byte))
      const expected = [...inOrder(deposits), ...inOrder(borrows)]
      const last = kamino.at(-1)!
      expect([...last.data]).toEqual([...refreshTags.obligation])
      expect(last.accounts.slice(2).map(({ address }) => address)).toEqual(expected)
      expect(kamino.slice(0, -1).map(({ accounts }) => accounts[0]!.address)).toEqual([
        ...new Set(expected),
        reserve,
      ])
    }),
  )
})

test('golden: a market is entered for the first time in one transaction', () => {
  const absent: Accounts = [
    [addresses.position, null],
    [addresses.farmUser, null],
    [addresses.user, null],
  ]
  const { built, rounds } = build([initUser, initPosition, initFarm, deposit, deposit], absent)
  const refreshes = built.instructions.filter(
    ({ program, data }) => program === kaminoProgram && data[0] === refreshTags.obligation[0],
  )
  expect(refreshes.map(({ accounts }) => accounts.slice(2).map(({ address }) => address))).toEqual([
    [],
    [reserve],
  ])
  expect(rounds).toBe(1)
  expect(built.created).toEqual([addresses.user, addresses.position, addresses.farmUser])
  expect(built.actions.map(({ description }) => description)).toEqual([
    'Create the Kamino user of the sub-account',
    'Create a Kamino position in the market 4K2V…Koe',
    'Join the collateral farm of the Kamino reserve 4Nwn…f8M',
    'Deposit 5 USDC to Kamino',
    'Deposit 5 USDC to Kamino',
  ])
})

const refused = (code: string, text: string) =>
  expect.objectContaining({ code, shortMessage: expect.stringContaining(text) })

test('refuses: what Kamino needs and does not exist, with what creates it', () => {
  const cases = [
    [deposit, addresses.position, 'Build kamino/init_position first'],
    [initPosition, addresses.user, 'Build kamino/init_user first'],
    [deposit, addresses.farmUser, 'Build kamino/init_farm first'],
    [borrow, addresses.debtFarmUser, 'Build kamino/init_debt_farm first'],
  ] as const
  const empty = { owner: systemProgram, data: new Uint8Array(), lamports: 1n, executable: false }
  for (const [request, address, text] of cases) {
    for (const account of [null, empty])
      expect(() => build(request, [[address, account]])).toThrow(
        refused('kamino_account_missing', text),
      )
  }
  try {
    build(deposit, [[addresses.farmUser, null]])
    expect.unreachable()
  } catch (error) {
    const { facts } = error as { facts: { instruction: { accounts: unknown[] } } }
    // The strategist may pay for it, whom no digest has to permit.
    expect(facts.instruction.accounts[0]).toMatchObject({
      address: filledAddress(1),
      is_signer: true,
    })
  }
})

test('refuses: a position that an earlier action closes or may empty', () => {
  const only = kaminoPosition({ market, owner: subAccount, deposits: [[2, reserve, 1500n]] })
  const changes: Accounts = [[addresses.position, only]]
  expect(() => build([withdrawAll, deposit], changes)).toThrow(
    refused('kamino_account_missing', 'closes a position that is emptied'),
  )
  const some = (units: string) => ({
    route: 'kamino/withdraw',
    params: { ...params, collateral: units },
  })
  expect(() => build([some('1500'), deposit], changes)).toThrow(
    refused('kamino_position_refused', 'may be emptied by an earlier action'),
  )
  expect(build([some('1499'), deposit], changes).built.actions).toHaveLength(2)
  // The other reserves stay, and the place is free again.
  const { built } = build([withdrawAll, deposit])
  const last = built.instructions.findLast(
    ({ program, data }) => program === kaminoProgram && data[0] === refreshTags.obligation[0],
  )!
  expect(last.accounts.slice(2).map(({ address }) => address)).toEqual(
    [0x41, 0x42].map(filledAddress),
  )
})

test('refuses: a position of others, without the reserve, with a referrer or without a place', () => {
  const cases = [
    [deposit, { owner: filledAddress(7) }, 'belongs to'],
    [deposit, { market: filledAddress(7) }, 'is of the market'],
    [deposit, { referrer: filledAddress(7) }, 'has the referrer'],
    [withdrawAll, {}, 'has no collateral in the reserve'],
    [repay, {}, 'owes nothing to the reserve'],
    [
      deposit,
      {
        deposits: Array.from(
          { length: 8 },
          (_, place) => [place, filledAddress(0x70 + place), 1n] as const,
        ),
      },
      'has no place left',
    ],
  ] as const
  for (const [request, parts, text] of cases) {
    const account = kaminoPosition({ market, owner: subAccount, ...parts })
    expect(() => build(request, [[addresses.position, account]])).toThrow(
      refused('kamino_position_refused', text),
    )
  }
})

test('refuses: a reserve that is not as the entry says, and accounts of another kind or length', () => {
  expect(() => build(deposit, [], withoutFarms)).toThrow(
    refused('kamino_reserve_differs', `has ${farm} as farm`),
  )
  expect(() => build(deposit, [[reserve, kaminoAccount('pyth')]])).toThrow(
    refused('kamino_reserve_differs', 'as token'),
  )
  expect(() => build(deposit, [[reserve, null]])).toThrow(
    refused('kamino_reserve_differs', 'does not exist'),
  )
  const position = kaminoAccount('position')
  fc.assert(
    fc.property(fc.nat(position.data.length - 1), fc.nat(7), (length, place) => {
      const damaged = [
        position.data.slice(0, length),
        new Uint8Array([...position.data, ...position.data.slice(0, length + 1)]),
        position.data.with(place, position.data[place]! ^ 1),
      ]
      for (const data of damaged)
        expect(() => decodeKaminoPosition({ ...position, data })).toThrow(
          expect.objectContaining({ code: 'unknown_layout' }),
        )
    }),
  )
  expect(() => decodeKaminoReserve({ ...position, owner: systemProgram })).toThrow(
    expect.objectContaining({ code: 'foreign_account' }),
  )
})

test('law: instructions and accounts are known by the hash of their names', () => {
  const head = (text: string) => [...createHash('sha256').update(text).digest().subarray(0, 8)]
  expect(kaminoTags).toEqual({
    initUser: head('global:init_user_metadata'),
    initPosition: head('global:init_obligation'),
    initFarm: head('global:init_obligation_farms_for_reserve'),
    deposit: head('global:deposit_reserve_liquidity_and_obligation_collateral_v2'),
    withdraw: head('global:withdraw_obligation_collateral_and_redeem_reserve_collateral_v2'),
    borrow: head('global:borrow_obligation_liquidity_v2'),
    repay: head('global:repay_obligation_liquidity_v2'),
  })
  expect(refreshTags).toEqual({
    reserve: head('global:refresh_reserve'),
    obligation: head('global:refresh_obligation'),
  })
  expect([...kaminoAccount('position').data.slice(0, 8)]).toEqual(head('account:Obligation'))
})
