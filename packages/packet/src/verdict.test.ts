import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { type CallContext, callContextOf, ruleBook } from '@vaultwright/protocols'
import { encodeMultiSend } from '@vaultwright/safe'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { headerAt } from '../../../test/support/evm/made-state.ts'
import { accountOf, hashPacket, type PacketAccount } from './account.ts'
import { openPacket } from './packet.ts'
import type { PacketRoot } from './root.ts'
import type { PacketSimulation } from './simulation/simulation-reason.ts'
import { judgePacket, nothingCompared, type PacketEvidence } from './verdict.ts'

const folder = join(import.meta.dirname, '../../../fixtures')
const read = (name: string) => readFileSync(join(folder, name))
const file = parseTreeFile(read('trees/example-1024.json'))
const typed = JSON.parse(read('safe/typed-data.json').toString())
const { message } = typed as { message: { to: Address; data: Hex; nonce: string } }
const naming: CallContext = callContextOf(1, file.metadata.vault)
const otherAddress = '0x2222222222222222222222222222222222222222'

const blockHash: Hex = `0x${'b1'.repeat(32)}`

/** Proven at a block that the signer knows. */
const rootOfFile = (tree: TreeFile): PacketRoot => ({
  root: null,
  origin: 'chain',
  tree: tree.tree,
  isContradictory: tree.findings.length > 0,
  manager: tree.metadata.manager,
  strategist: typed.domain.verifyingContract,
  provenManager: tree.metadata.manager,
  chainId: 1,
  block: { hash: blockHash, compared: blockHash },
  managerTree: null,
})

type Changes = Omit<Partial<PacketEvidence>, 'account' | 'root'> & {
  readonly account?: Partial<PacketAccount>
  readonly root?: Partial<PacketRoot> | null
}

/** The verdict over a packet whose three hashes the signer compared, unless it says otherwise. */
function judge(text: string, { account: changed = {}, root = {}, ...inputs }: Changes = {}) {
  const packet = openPacket(text)
  const account = { ...accountOf(packet), version: '1.4.1', ...changed }
  const hashed = hashPacket(packet, account)
  return judgePacket(packet, {
    account,
    compared: hashed.ok ? hashed.shown : nothingCompared,
    isOtherOnDevice: false,
    root: root === null ? null : { ...rootOfFile(file), ...root },
    simulation: null,
    rules: ruleBook,
    reads: {},
    naming,
    ...inputs,
  })
}

/** The typed data with another message. */
const withMessage = (changes: object) =>
  JSON.stringify({ ...typed, message: { ...message, ...changes } })
const codesOf = ({ reasons }: ReturnType<typeof judge>) =>
  reasons.filter(({ weight }) => weight !== 'note').map(({ weight, code }) => `${weight} ${code}`)

test('default: a packet whose calls, hashes and root are the signer’s own is a Yes', () => {
  const verdict = judge(JSON.stringify(typed))
  expect(codesOf(verdict)).toEqual([])
  expect(verdict.answer).toBe('yes')
})

/** The tree alone, as its maker gave it. */
const treeAlone = { origin: 'tree', strategist: null, provenManager: null, block: null } as const

test.each([
  ['a tree alone', {}, { root: treeAlone }, 'root_not_on_chain'],
  ['a tree alone', {}, { root: treeAlone }, 'manager_untied'],
  ['a block hash that was not compared', {}, { root: { block: null } }, 'root_block_stated'],
  [
    'a vault of the tree’s word',
    {},
    { naming: { ...naming, vaultFrom: 'tree' } },
    'manager_untied',
  ],
  ['no vault', {}, { naming: callContextOf(1, null) }, 'vault_unknown'],
  ['another vault', {}, { naming: callContextOf(1, otherAddress) }, 'receiver_not_vault'],
  ['an approval of 2^256-1', { data: withApproval('f'.repeat(64)) }, {}, 'approval_unlimited'],
  ['an approval of more', { data: withApproval('1'.padStart(64, '0')) }, {}, 'approval_lasting'],
] as const)('behavior: %s makes a Yes conditional (%s)', (_, changes, rest, code) => {
  const verdict = judge(withMessage(changes), rest as Changes)
  expect(codesOf(verdict)).toContain(`condition ${code}`)
  expect(verdict.answer).toBe('conditional')
})

/** The batch with another amount of its first approval, 64 digits. */
function withApproval(amount: string): Hex {
  const place = message.data.indexOf('095ea7b3') + 72
  return `${message.data.slice(0, place)}${amount}${message.data.slice(place + 64)}` as Hex
}

const conditions = {
  root: [{}, { block: null }, treeAlone],
  naming: [naming, { ...naming, vaultFrom: 'tree' }, callContextOf(1, null)],
  data: [message.data, withApproval('f'.repeat(64))],
} as const

test('law: only without any condition is the answer a plain Yes', () => {
  const counts = { yes: 0, conditional: 0 }
  for (const root of conditions.root)
    for (const context of conditions.naming)
      for (const data of conditions.data) {
        const { answer, reasons } = judge(withMessage({ data }), { root, naming: context })
        const isPlain = reasons.every(({ weight }) => weight === 'note')
        expect(answer).toBe(isPlain ? 'yes' : 'conditional')
        counts[answer as 'yes' | 'conditional']++
      }
  expect(counts).toEqual({ yes: 1, conditional: 17 })
})

test('refuses: a root that was proven from another block than the one that you know', () => {
  const block = { hash: blockHash, compared: `0x${'b2'.repeat(32)}` } as const
  const verdict = judge(JSON.stringify(typed), { root: { block } })
  expect(codesOf(verdict)).toEqual(['no root_block_differs'])
  expect(verdict.answer).toBe('no')
})

test.each([
  ['no hash compared', {}, { compared: nothingCompared }, 'incomplete', 'hash_not_compared'],
  ['another hash on the device', {}, { isOtherOnDevice: true }, 'no', 'hash_differs'],
  ['no root', {}, { root: null }, 'incomplete', 'root_missing'],
  ['a root that a server told', {}, { root: { origin: 'server' } }, 'incomplete', 'root_unproven'],
  ['a root that was pasted', {}, { root: { origin: 'pasted' } }, 'incomplete', 'root_unproven'],
  ['a file that contradicts itself', {}, { root: { isContradictory: true } }, 'no', 'tree_unsound'],
  ['another root', {}, { root: { root: `0x${'11'.repeat(32)}` } }, 'no', 'tree_differs'],
  ['a zero root', {}, { root: { root: `0x${'00'.repeat(32)}`, tree: null } }, 'no', 'root_unset'],
  ['another Manager', {}, { root: { manager: otherAddress } }, 'no', 'manager_differs'],
  ['no Manager', {}, { root: { manager: null } }, 'incomplete', 'manager_unknown'],
  [
    'a root proven for another',
    {},
    { root: { origin: 'chain', strategist: otherAddress } },
    'no',
    'other_strategist',
  ],
  ['a root of another chain', {}, { root: { origin: 'chain', chainId: 10 } }, 'no', 'other_chain'],
  ['another nonce', {}, { account: { nonce: 77n } }, 'no', 'nonce_differs'],
  ['no version', {}, { account: { version: null } }, 'incomplete', 'wallet_unknown'],
  ['a version of another domain', {}, { account: { version: '1.2.0' } }, 'no', 'two_readings'],
  ['another chain', {}, { account: { chainId: 5 } }, 'no', 'two_readings'],
  ['another Safe', {}, { account: { safe: otherAddress } }, 'no', 'two_readings'],
  ['an unknown version', {}, { account: { version: '0.1.0' } }, 'incomplete', 'wallet_unknown'],
  ['a delegate call', { operation: 1 }, {}, 'no', 'delegate_call'],
  ['a gas price', { gasPrice: '1' }, {}, 'no', 'gas_refund'],
  ['a gas token', { gasToken: otherAddress }, {}, 'no', 'gas_refund'],
  ['a refund receiver', { refundReceiver: otherAddress }, {}, 'no', 'gas_refund'],
  ['value to a Manager', { value: '1' }, {}, 'no', 'value_sent'],
  ['bytes after the batch', { data: `${message.data}00` }, {}, 'no', 'trailing_bytes'],
  ['calldata that ends early', { data: message.data.slice(0, -64) }, {}, 'no', 'unreadable'],
] as const)('refuses: %s', (_, changes, rest, answer, code) => {
  const verdict = judge(withMessage(changes), rest as Changes)
  expect(codesOf(verdict)).toContain(`${answer} ${code}`)
  expect(verdict.answer).toBe(answer)
})

test('law: each of the three hashes is needed, and each must be the packet’s own', () => {
  const text = JSON.stringify(typed)
  const packet = openPacket(text)
  const hashed = hashPacket(packet, { ...accountOf(packet), version: '1.4.1' })
  if (!hashed.ok) throw new Error('no hashes')
  for (const name of ['domain', 'message', 'transaction'] as const) {
    const open = judge(text, { compared: { ...hashed.shown, [name]: null } })
    expect(open.answer).toBe('incomplete')
    const lie = judge(text, { compared: { ...hashed.shown, [name]: `0x${'ab'.repeat(32)}` } })
    expect(codesOf(lie)).toEqual(['no hash_differs'])
  }
})

const safeAbi = parseAbi([
  'function approveHash(bytes32 hash)',
  'function setManageRoot(address strategist, bytes32 root)',
  'function transferOwnership(address owner)',
  'function transfer(address to, uint256 amount)',
  'function swapOwner(address previous, address old, address owner)',
])
const callOf = (functionName: never, args: readonly unknown[]) =>
  encodeFunctionData({ abi: safeAbi, functionName, args } as never)
const root = `0x${'77'.repeat(32)}`

test.each([
  [
    'the loss of 2025: a transfer that is a delegate call',
    { to: otherAddress, operation: 1, data: callOf('transfer' as never, [otherAddress, 0n]) },
    'no delegate_call',
  ],
  [
    'the loss of 2024: ownership in place of the batch',
    { data: callOf('transferOwnership' as never, [otherAddress]) },
    'no governs',
  ],
  [
    'an owner swapped',
    { data: callOf('swapOwner' as never, [otherAddress, otherAddress, otherAddress]) },
    'no governs',
  ],
  [
    'a root without its tree',
    { data: callOf('setManageRoot' as never, [otherAddress, root]) },
    'incomplete governs',
  ],
  [
    'an approved hash',
    { to: otherAddress, data: callOf('approveHash' as never, [root]) },
    'incomplete approves_hash',
  ],
  [
    'a call that no Manager checks',
    { to: otherAddress, data: callOf('transfer' as never, [otherAddress, 1n]) },
    'incomplete no_manager',
  ],
  ['plain coin', { to: otherAddress, value: '5', data: '0x' }, 'incomplete no_manager'],
])('refuses: %s', (_, changes, reason) => {
  const verdict = judge(withMessage(changes))
  expect(codesOf(verdict)).toContain(reason)
  expect(verdict.answer).not.toBe('yes')
})

test('behavior: a decision about who may act is not refused, but never a Yes, without a tree', () => {
  const verdict = judge(
    withMessage({ data: callOf('transferOwnership' as never, [otherAddress]) }),
    {
      root: null,
    },
  )
  expect(codesOf(verdict)).toContain('incomplete governs')
  expect(verdict.answer).toBe('incomplete')
})

test('golden: the root of the dropped tree may be set, at the Manager that it names', () => {
  const statedRoot = file.metadata.root
  const set = { data: callOf('setManageRoot' as never, [otherAddress, statedRoot]) }
  const judgeBy = (root: Partial<PacketRoot>) =>
    judge(withMessage(set), { root: { ...treeAlone, ...root } })
  const verdict = judgeBy({})
  expect(codesOf(verdict)).toEqual(['condition manager_untied'])
  expect(verdict.answer).toBe('conditional')
  expect(verdict.governance).toMatchObject([{ isProven: true }])
  expect(judgeBy({ manager: otherAddress }).answer).toBe('incomplete')
  expect(judgeBy({ origin: 'server' }).answer).toBe('incomplete')
  expect(judgeBy({ isContradictory: true }).answer).toBe('no')
})

test('refuses: calldata swapped on the way, at any byte', () => {
  const bytes = message.data.length / 2 - 1
  for (let index = 4; index < bytes; index += 7) {
    const place = 2 + index * 2
    const digit = message.data[place] === 'f' ? '0' : 'f'
    const data = `${message.data.slice(0, place)}${digit}${message.data.slice(place + 1)}`
    const { answer } = judge(withMessage({ data }), {
      compared: judge(JSON.stringify(typed)).hashed.ok ? shownOf() : nothingCompared,
    })
    expect(answer, String(index)).toBe('no')
  }
})

function shownOf() {
  const packet = openPacket(JSON.stringify(typed))
  const hashed = hashPacket(packet, { ...accountOf(packet), version: '1.4.1' })
  if (!hashed.ok) throw new Error('no hashes')
  return hashed.shown
}

const library = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const multi = (calls: Parameters<typeof encodeMultiSend>[0], to: string = library) =>
  withMessage({ to, operation: 1, data: encodeMultiSend(calls) })
const batch = { to: message.to, value: 0n, data: message.data }

test('golden: a batch through a known MultiSend is a Yes, and each hidden call a No', () => {
  expect(judge(multi([batch])).answer).toBe('yes')
  expect(judge(multi([batch], otherAddress)).answer).toBe('no')
  expect(judge(multi([batch, { ...batch, to: zeroAddress }])).answer).toBe('no')
  expect(judge(multi([batch, { to: otherAddress, value: 0n, data: '0x' }])).answer).toBe(
    'incomplete',
  )
  const called = withMessage({ to: library, operation: 0, data: encodeMultiSend([batch]) })
  expect(codesOf(judge(called))).toContain('no not_delegated')
  const paid = withMessage({
    to: library,
    operation: 1,
    value: '1',
    data: encodeMultiSend([batch]),
  })
  expect(codesOf(judge(paid))).toContain('no two_readings')
  const padded = encodeMultiSend([batch]).replace(/00$/, '01')
  expect(judge(withMessage({ to: library, operation: 1, data: padded })).answer).toBe('no')
})

test('refuses: a Safe that is nested shows the hashes of its outer Safe, not its own', () => {
  const outers = [{ safe: otherAddress, nonce: 3n, version: '1.3.0' }] as const
  const text = JSON.stringify(typed)
  expect(judge(text, { account: { outers } }).answer).toBe('yes')
  expect(codesOf(judge(text, { account: { outers }, compared: shownOf() }))).toContain(
    'no hash_differs',
  )
})

const simulations = fc.record({
  witness: fc.constantFrom(null, witnessOf(message.data), witnessOf('0x8456cb59')),
  hashSource: fc.constantFrom('signer' as const, 'packet' as const),
  replay: fc.constantFrom<PacketSimulation['replay']>(
    null,
    { ok: false, message: 'a piece is missing.' },
    replayWith({}),
    replayWith({ failure: 'It reverts.' }),
    replayWith({ unknowable: ['COINBASE'] }),
  ),
})

function witnessOf(data: Hex): NonNullable<PacketSimulation['witness']> {
  const { to } = message
  const from: Address = typed.domain.verifyingContract
  const terms = { gas: 2n ** 24n, timestamp: 2n, vault: undefined, watch: [] }
  const pieces = { ancestors: [], nodes: [], codes: [] }
  const head = { chainId: 1, hardfork: 'osaka', blockHash: `0x${'11'.repeat(32)}` as const }
  return {
    ...head,
    ...pieces,
    header: headerAt(1n),
    request: { from, to, data, value: 0n, ...terms },
  }
}

function replayWith(
  changes: Partial<Extract<PacketSimulation['replay'], { readonly ok: true }>>,
): PacketSimulation['replay'] {
  const block = { blockHash: `0x${'11'.repeat(32)}`, blockNumber: 1n, blockTime: 1n } as const
  return { ok: true, ...block, failure: null, unknowable: [], ...changes }
}

test('law: a simulation never makes an answer better', () => {
  const ranks = { no: 0, incomplete: 1, conditional: 2, yes: 3 }
  const states: readonly Changes[] = [{}, { compared: nothingCompared }, { isOtherOnDevice: true }]
  const reached = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...states), simulations, (state, simulation) => {
      const without = judge(JSON.stringify(typed), state).answer
      const { answer } = judge(JSON.stringify(typed), { ...state, simulation })
      expect(ranks[answer]).toBeLessThanOrEqual(ranks[without])
      reached.add(`${without} ${answer}`)
    }),
    { numRuns: 150 },
  )
  expect([...reached]).toEqual(
    expect.arrayContaining(['yes yes', 'yes incomplete', 'yes no', 'no no']),
  )
})
