import { type Address, type Hex, parseHex, printHex, zeroAddress } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import { addressNamed } from '../../../../test/support/evm/control/random-state.ts'
import { type MadeAccount, openMadeState } from '../../../../test/support/evm/made-state.ts'
import { solveControl } from '../answer/control-answer.ts'
import type { CodeKind } from '../code/known-code.ts'
import { type PinnedCode, parsePinnedCodes } from '../code/pinned-code.ts'
import { arraySlot, entrySlot, proxySlots, wordAt } from '../completeness/layout.ts'
import { guardedFunctions } from '../model/guarded-function.ts'
import { VaultWithoutCodeError } from './account-reading.ts'
import { readControl } from './control-reading.ts'
import { type ControlContracts, type ControlHints, noHints } from './request.ts'
import { listEnd, safeSlots } from './safe-reading.ts'

/** A code that stands for a kind: it compares with every selector of it. */
function codeOf(kind: CodeKind, index: number): Hex {
  const functions = Object.values(guardedFunctions[kind as keyof typeof guardedFunctions] ?? {})
  const pushes = functions.map((selector) => `63${selector.slice(2)}`).join('')
  return `0x60${index.toString(16).padStart(2, '0')}${pushes}00000000`
}

const kinds = [
  'vault',
  'manager',
  'authority',
  'safe_proxy',
  'safe_singleton',
  'timelock',
  'proxy',
  'proxy_admin',
  'pauser',
] as const
const codes = Object.fromEntries(kinds.map((kind, index) => [kind, codeOf(kind, index)])) as Record<
  (typeof kinds)[number],
  Hex
>
const pinned: readonly PinnedCode[] = kinds.map((kind) => ({
  name: `made ${kind}`,
  kind,
  codeHash: printHex(keccak256(parseHex(codes[kind]))),
  statement: 'made here',
  ...(kind === 'vault' ? { slots: { owner: 6n, authority: 7n } } : {}),
}))

const named = addressNamed
const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(named) as [Address, Address, Address]
const contracts: ControlContracts = {
  vault: named('vault'),
  manager: named('manager'),
  accountant: null,
  teller: null,
  queue: null,
}
const slots = (rows: readonly (readonly [Hex | bigint, Hex | bigint])[]) =>
  new Map(
    rows.map(([slot, value]) => [typeof slot === 'bigint' ? wordAt(slot) : slot, BigInt(value)]),
  )
const key: MadeAccount = { nonce: 1n, balance: 1n }

/** Reads a vault whose owner is given, with further accounts. */
function readWith(
  owner: Address,
  accounts: Readonly<Record<Address, MadeAccount>>,
  hints: ControlHints = noHints,
) {
  const state = openMadeState(
    new Map<Address, MadeAccount>([
      [contracts.vault, { nonce: 1n, code: codes.vault, storage: slots([[6n, owner]]) }],
      [contracts.manager, { nonce: 1n, code: codes.manager, storage: slots([[0n, owner]]) }],
      [alice, key],
      [bob, key],
      [carol, key],
      ...(Object.entries(accounts) as [Address, MadeAccount][]),
    ]),
  )
  const reading = readControl(state, { contracts, hints, pinned })
  expect([...reading.wants.slots.keys(), ...reading.wants.codes]).toEqual([])
  return reading
}

/** The remarks beside those on codes that the test vouches for. */
const otherNotes = ({ notes }: Pick<ReturnType<typeof readWith>, 'notes'>) =>
  notes.filter(({ code }) => code !== 'pinned_code')

const manage = (reading: ReturnType<typeof readWith>) => {
  const { cuts } = solveControl(reading.state).acts.find(({ act }) => act === 'manage_freely')!
  return cuts!.map(({ delay, leastKeys, possibleKeys }) => [delay, leastKeys, possibleKeys])
}

const safe = named('safe')
const singleton = named('singleton')

/** The storage of a Safe: its lists as rings. */
function safeAccounts(
  {
    owners,
    modules = [],
  }: { readonly owners: readonly Address[]; readonly modules?: readonly Address[] },
  threshold: bigint,
  more: readonly (readonly [Hex | bigint, Hex | bigint])[] = [],
): Readonly<Record<Address, MadeAccount>> {
  const ring = (list: readonly Address[], slot: bigint) => {
    const entries = [listEnd, ...list]
    return entries.map(
      (entry, index) => [entrySlot(entry, slot), entries[index + 1] ?? listEnd] as const,
    )
  }
  const storage = slots([
    [0n, singleton],
    [3n, BigInt(owners.length)],
    [4n, threshold],
    ...ring(owners, 2n),
    ...ring(modules, 1n),
    ...more,
  ])
  return {
    [safe]: { nonce: 1n, code: codes.safe_proxy, storage },
    [singleton]: { nonce: 1n, code: codes.safe_singleton },
  }
}

test('golden: a Safe by its lists, its modules, and as one that was never set up', () => {
  const owners = [alice, bob, carol]
  expect(manage(readWith(safe, safeAccounts({ owners }, 2n)))).toEqual([[0, 2, 2]])
  const module = readWith(safe, safeAccounts({ owners, modules: [bob] }, 3n))
  expect(manage(module)).toEqual([[0, 1, 1]])
  expect(module.notes.map(({ code }) => code)).toContain('safe_module')
  expect(manage(readWith(safe, safeAccounts({ owners: [] }, 0n)))).toEqual([[0, 0, 0]])
})

test('golden: a fallback handler that is the vault lets anybody through', () => {
  const handler = [[safeSlots.handler, contracts.vault]] as const
  const reading = readWith(safe, safeAccounts({ owners: [alice, bob] }, 2n, handler))
  expect(manage(reading)).toEqual([[0, 0, 0]])
})

test('golden: a hidden module or owner is in no list, and is noticed in the whole storage', () => {
  for (const slot of [entrySlot(carol, 1n), entrySlot(carol, 2n)]) {
    const reading = readWith(safe, safeAccounts({ owners: [alice, bob] }, 2n, [[slot, carol]]))
    expect(manage(reading)).toEqual([[0, 2, 0]])
    const row = reading.completeness.find(({ contract }) => contract === safe)!
    expect([row.isComplete, row.unexplained]).toEqual([false, 1])
  }
})

test('golden: an approved hash that a log names explains its slot', () => {
  const hash = wordAt(77n)
  const approved = [[entrySlot(hash, entrySlot(alice, 8n)), 1n]] as const
  const accounts = safeAccounts({ owners: [alice, bob] }, 2n, approved)
  expect(manage(readWith(safe, accounts))).toEqual([[0, 2, 0]])
  const hints = { ...noHints, approvals: [[safe, hash, alice] as const] }
  expect(manage(readWith(safe, accounts, hints))).toEqual([[0, 2, 2]])
})

test('golden: a Safe whose singleton is not known is unknown code', () => {
  const accounts = {
    ...safeAccounts({ owners: [alice] }, 1n),
    [singleton]: { code: '0x6001600055' as const },
  }
  const reading = readWith(safe, accounts)
  expect(manage(reading)).toEqual([[0, null, 0]])
  expect(reading.notes.map(({ address, code }) => [address, code])).toContainEqual([
    safe,
    'unknown_code',
  ])
})

test('golden: a timelock by its members, with its delay, and a member without a log noticed', () => {
  const timelock = named('lock')
  const [proposer, executor] = [
    '0xb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1',
    '0xd8aa0f3194971a2a116679f7c2090f6939c8d4e01a2a8d7e41d55e5351469e63',
  ] as const
  const member = (role: Hex, user: Address) => [entrySlot(user, entrySlot(role, 0n)), 1n] as const
  const accounts = (rows: readonly (readonly [Hex | bigint, Hex | bigint])[]) => ({
    [timelock]: { nonce: 1n, code: codes.timelock, storage: slots([[2n, 3600n], ...rows]) },
  })
  const users = [alice, zeroAddress].map((user) => [timelock, user] as const)
  const hints = { ...noHints, users }
  const open = accounts([member(proposer, alice), member(executor, zeroAddress)])
  expect(manage(readWith(timelock, open, hints))).toEqual([[3600, 1, 1]])
  // Versions 4.x call the admin by another name; who grants roles needs no delay.
  const olderAdmin = '0x5f58e3a2316349923ce3780f8d587db2d72378aed66a8261c916544fa6846ca5'
  const admin = accounts([member(olderAdmin, alice), member(executor, zeroAddress)])
  expect(readWith(timelock, admin, hints).state.get(timelock)).toMatchObject({ admins: [alice] })
  const hidden = accounts([member(proposer, alice), member(executor, bob)])
  expect(manage(readWith(timelock, hidden, hints))).toEqual([[0, null, 0]])
  const operation = wordAt(5n)
  const notesWith = (readyAt: bigint) => {
    const members = [member(proposer, alice), member(executor, zeroAddress)]
    const waiting = accounts([...members, [entrySlot(operation, 1n), readyAt]])
    const operations = [[timelock, operation] as const]
    return otherNotes(readWith(timelock, waiting, { ...hints, operations }))
  }
  expect(notesWith(1_800_000_000n).map(({ sentence }) => sentence)).toEqual([
    `operation ${operation} waits, and may run from 2027-01-15T08:00:00.000Z on: its calls are not known`,
  ])
  // A proposer may choose a time that no date can say.
  expect(notesWith(10n ** 30n)[0]!.sentence).toContain(`second ${10n ** 30n} of unix time`)
})

test('golden: a delegated key, an unused account, and a proxy whose admin is owned by a key', () => {
  const lent = named('lent')
  const code: Hex = `0xef0100${carol.slice(2)}`
  expect(manage(readWith(lent, { [lent]: { nonce: 1n, code } }))).toEqual([[0, 1, 0]])
  const unused = readWith(named('fresh'), {})
  expect(otherNotes(unused).map(({ code: note }) => note)).toEqual(['unused_account'])
  // The alias of 0x…0001 on L1, and one whose sum went around.
  const aliases = ['0x1111000000000000000000000000000000001112', `0x${'0'.repeat(39)}1`] as const
  const contractsOnL1 = aliases.map((alias) =>
    otherNotes(readWith(alias, {}))[0]!.sentence.slice(-42),
  )
  expect(contractsOnL1).toEqual([
    `0x${'0'.repeat(39)}1`,
    '0xeeeeffffffffffffffffffffffffffffffffeef0',
  ])
  // A delegation that was taken back leaves a plain key.
  const plain = readWith(lent, { [lent]: { nonce: 2n } })
  expect([manage(plain), otherNotes(plain)]).toEqual([[[0, 1, 1]], []])
  const [proxy, logic, admin] = ['proxy', 'logic', 'admin'].map(named) as [
    Address,
    Address,
    Address,
  ]
  const rows = [
    [2n, 0n],
    [proxySlots.implementation, logic],
    [proxySlots.admin, admin],
  ] as const
  const reading = readWith(proxy, {
    [proxy]: { nonce: 1n, code: codes.proxy, storage: slots(rows) },
    [logic]: { nonce: 1n, code: codes.timelock },
    [admin]: { nonce: 1n, code: codes.proxy_admin, storage: slots([[0n, bob]]) },
  })
  expect(reading.state.get(proxy)?.kind).toBe('proxy')
  const freely = solveControl(reading.state).acts.find(({ act }) => act === 'manage_freely')!
  expect(freely.cuts!.flatMap(({ sets }) => sets.map(({ keys }) => keys))).toEqual([[bob]])
})

test('golden: a Pauser by its list and its senders', () => {
  const pauser = named('pauser')
  const first = BigInt(arraySlot(2n))
  const storage = slots([
    [0n, alice],
    [2n, 1n],
    [first, contracts.manager],
    [entrySlot(bob, 4n), contracts.manager],
  ])
  const hints = { ...noHints, users: [[pauser, bob] as const] }
  const reading = readWith(pauser, { [pauser]: { nonce: 1n, code: codes.pauser, storage } }, hints)
  expect(reading.state.get(pauser)).toMatchObject({
    part: {
      of: 'pauser',
      pausables: [contracts.manager],
      senders: new Map([[bob, contracts.manager]]),
    },
  })
})

test('refuses: a vault without code', () => {
  const state = openMadeState(new Map([[alice, key]]))
  expect(() => readControl(state, { contracts, hints: noHints })).toThrow(VaultWithoutCodeError)
})

test('golden: code that the caller vouches for is read as he says, and his words are printed', () => {
  const { notes, codeNames } = readWith(alice, {})
  const note = notes.find(({ address }) => address === contracts.vault)
  expect([note?.code, note?.sentence]).toEqual([
    'pinned_code',
    'its code is taken for made vault (vault) on your word: "made here"',
  ])
  expect(codeNames.get(contracts.vault)).toBe('made vault')
})

test('law: a file of pinned codes gives the pins that it was written from', () => {
  const codesInFile = pinned.map(({ codeHash, ...terms }) => ({
    ...terms,
    code_hash: codeHash,
    ...('slots' in terms ? { slots: { owner: 6, authority: 7 } } : {}),
  }))
  const file = { format: 'vaultwright-pinned-codes', version: 1, codes: codesInFile }
  expect(parsePinnedCodes(JSON.stringify(file))).toEqual(pinned)
})

test('refuses: a file of pinned codes without a statement, of another kind, or of another hash', () => {
  const [good] = [{ name: 'x', kind: 'vault', code_hash: `0x${'1'.repeat(64)}`, statement: 'y' }]
  const faultOf = (change: object) => {
    const codesInFile = [{ ...good, ...change }]
    const file = { format: 'vaultwright-pinned-codes', version: 1, codes: codesInFile }
    try {
      parsePinnedCodes(JSON.stringify(file))
      return null
    } catch (error) {
      const { code, facts } = error as { code: string; facts: { part: string } }
      return `${code} ${facts.part}`
    }
  }
  expect(faultOf({})).toBeNull()
  expect(faultOf({ statement: ' ' })).toBe('invalid_pinned_codes codes[0].statement')
  expect(faultOf({ kind: 'vualt' })).toBe('invalid_pinned_codes codes[0].kind')
  expect(faultOf({ code_hash: '0x11' })).toBe('invalid_pinned_codes codes[0].code_hash')
  expect(faultOf({ slots: { owner: -1 } })).toBe('invalid_pinned_codes codes[0].slots.owner')
  expect(faultOf({ more: 1 })).toBe('invalid_pinned_codes codes[0]')
})
