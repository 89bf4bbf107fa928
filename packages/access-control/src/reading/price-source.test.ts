import { type Address, type Hex, parseHex, printHex, zeroAddress } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import { addressNamed } from '../../../../test/support/evm/control/random-state.ts'
import { type MadeAccount, openMadeState } from '../../../../test/support/evm/made-state.ts'
import { solveControl } from '../answer/control-answer.ts'
import type { CodeKind } from '../code/known-code.ts'
import type { PinnedCode } from '../code/pinned-code.ts'
import { entrySlot, proxySlots, wordAt } from '../completeness/layout.ts'
import { type GuardedKind, guardedFunctions } from '../model/guarded-function.ts'
import { type ControlAccount, capabilityOf } from '../model/state.ts'
import { readControl } from './control-reading.ts'
import { noHints } from './request.ts'

const layouts = {
  vault: { owner: 6n, authority: 7n },
  manager: {},
  accountant: { rateProviders: 5n },
  teller: { flags: 4n, assets: 3n },
  proxy: {},
  proxy_admin: {},
  beacon: {},
} as const satisfies Partial<Record<CodeKind, Readonly<Record<string, bigint>>>>
type MadeKind = keyof typeof layouts

/** A code that stands for a kind: it compares with every selector of it. */
function codeOf(kind: MadeKind): Hex {
  const functions = Object.values(guardedFunctions[kind as GuardedKind] ?? {})
  const mark = Object.keys(layouts).indexOf(kind).toString(16).padStart(2, '0')
  return `0x60${mark}${functions.map((selector) => `63${selector.slice(2)}`).join('')}00000000`
}

const pinned: readonly PinnedCode[] = Object.entries(layouts).map(([kind, slots]) => ({
  name: `made ${kind}`,
  kind: kind as MadeKind,
  codeHash: printHex(keccak256(parseHex(codeOf(kind as MadeKind)))),
  statement: 'made here',
  slots,
}))

const named = addressNamed
const [owner, keeper, asset, source] = ['owner', 'keeper', 'asset', 'source'].map(named) as [
  Address,
  Address,
  Address,
  Address,
]
const contracts = {
  vault: named('vault'),
  manager: named('manager'),
  accountant: named('accountant'),
  teller: named('teller'),
  queue: null,
}
const contractOf = (
  kind: MadeKind,
  rows: readonly (readonly [Hex | bigint, Hex | bigint])[] = [],
): MadeAccount => ({
  nonce: 1n,
  code: codeOf(kind),
  storage: new Map(
    rows.map(([slot, value]) => [typeof slot === 'bigint' ? wordAt(slot) : slot, BigInt(value)]),
  ),
})
const someCode: MadeAccount = { nonce: 1n, code: '0x60016002' }

/** Reads a vault of one owner whose accountant asks a contract for the price of an asset. */
function readPriced(
  accounts: Readonly<Record<Address, MadeAccount>>,
  { isPegged = false, isTaken = true, provider = source, vaultOwner = owner } = {},
) {
  const price = (BigInt(provider) << 8n) | (isPegged ? 1n : 0n)
  const state = openMadeState(
    new Map<Address, MadeAccount>([
      [contracts.vault, contractOf('vault', [[6n, vaultOwner]])],
      [contracts.manager, contractOf('manager', [[0n, owner]])],
      [
        contracts.accountant,
        contractOf('accountant', [
          [0n, owner],
          [entrySlot(asset, 5n), price],
        ]),
      ],
      [
        contracts.teller,
        contractOf('teller', [
          [0n, owner],
          [entrySlot(asset, 3n), isTaken ? 1n : 0n],
        ]),
      ],
      [owner, { nonce: 1n }],
      [keeper, { nonce: 1n }],
      ...(Object.entries(accounts) as [Address, MadeAccount][]),
    ]),
  )
  const hints = { ...noHints, users: [[contracts.accountant, asset] as const] }
  const reading = readControl(state, { contracts, hints, pinned })
  expect([...reading.wants.slots.keys(), ...reading.wants.codes]).toEqual([])
  const { acts } = solveControl(reading.state)
  const row = acts.find(({ act }) => act === 'set_price_source')!
  const sets = row.cuts!.flatMap((cut) =>
    cut.sets.map(({ keys, unknown }) => [...keys, ...unknown.map((code) => `?${code}`)].join(' ')),
  )
  return { reading, acts, sets: sets.sort() }
}

const admin = named('admin')
const proxyOf = (slot: Hex, value: Address) => ({
  [source]: contractOf('proxy', [
    [proxySlots.implementation, named('logic')],
    [slot, value],
  ]),
})
const behindAdmin = {
  ...proxyOf(proxySlots.admin, admin),
  [admin]: contractOf('proxy_admin', [[0n, keeper]]),
}

test('golden: who owns the admin or the beacon of a price source decides what an asset is worth', () => {
  const beacon = {
    ...proxyOf(proxySlots.beacon, admin),
    [admin]: contractOf('beacon', [[0n, keeper]]),
  }
  for (const accounts of [behindAdmin, beacon]) {
    const { sets, acts, reading } = readPriced(accounts)
    expect(sets).toEqual([owner, keeper].sort())
    expect(reading.notes.map(({ code }) => code)).toContain('price_source')
    // It is no way to take the vault by itself.
    expect(acts.some(({ act, target }) => act === 'upgrade' || target === admin)).toBe(false)
  }
})

test('golden: a proxy whose own code exchanges it cannot be excluded, and a plain contract is named', () => {
  const uups = readPriced(proxyOf(proxySlots.admin, zeroAddress))
  expect(uups.sets).toEqual([`?${source}`, owner].sort())
  const plain = readPriced({ [source]: someCode })
  expect(plain.sets).toEqual([owner])
  expect(plain.reading.state.get(source)).toEqual({ kind: 'price_source' })
  // A proxy of code that is not known, by the slots of the standard.
  const foreign: MadeAccount = {
    ...someCode,
    storage: new Map([[proxySlots.admin, BigInt(keeper)]]),
  }
  expect(readPriced({ [source]: foreign }).sets).toEqual([`?${source}`, keeper, owner].sort())
  // A key prices by code that it lends its account.
  expect(readPriced({ [source]: { nonce: 1n } }).sets).toEqual([owner, source].sort())
})

test('refuses: a source that is not asked, and one that holds a power and would be taken for a price alone', () => {
  expect(readPriced(behindAdmin, { isPegged: true }).sets).toEqual([owner])
  const holder = readPriced({ [source]: someCode }, { vaultOwner: source })
  const freely = holder.acts.find(({ act }) => act === 'manage_freely')!
  expect(freely.cuts![0]).toMatchObject({ leastKeys: null, possibleKeys: 0 })
  // It is met as a price first, and as the owner of an owner afterwards.
  const later = { [source]: someCode, [admin]: contractOf('proxy_admin', [[0n, source]]) }
  for (const { reading } of [holder, readPriced(later, { vaultOwner: admin })]) {
    expect(reading.state.get(source)?.kind).toBe('unknown')
    const notes = reading.notes.filter(({ address }) => address === source)
    expect(notes.map(({ code }) => code)).toEqual(['unknown_code'])
  }
})

test('golden: an exchanged source mints for nothing where its asset is taken and anybody deposits', () => {
  const roles = named('roles')
  const keysOf = (isTaken: boolean) => {
    const { reading } = readPriced(behindAdmin, { isTaken, vaultOwner: contracts.teller })
    const teller = reading.state.get(contracts.teller)!
    if (teller.kind !== 'contract') throw new Error('The teller is no contract.')
    const deposit = guardedFunctions.teller['deposit(address,uint256,uint256,address)']
    const state = new Map<Address, ControlAccount>([
      ...reading.state,
      [contracts.teller, { ...teller, auth: { owner, authority: roles } }],
      [
        roles,
        {
          kind: 'authority',
          auth: { owner: zeroAddress, authority: zeroAddress },
          roles: new Map(),
          capabilities: new Map(),
          open: new Set([capabilityOf(contracts.teller, deposit)]),
          isComplete: true,
        },
      ],
    ])
    const row = solveControl(state).acts.find(({ act }) => act === 'mint_unbacked')!
    return row
      .cuts!.flatMap(({ sets }) => sets.map(({ keys }) => [...keys].sort().join(' ')))
      .sort()
  }
  expect(keysOf(true)).toEqual([owner, keeper].sort())
  expect(keysOf(false)).toEqual([owner])
})
