import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import type { EvmRules, World } from '@vaultwright/evm'
import { selectorOf } from '@vaultwright/manager'
import { keccak256 } from '@vaultwright/merkle'
import { openProvenState } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import {
  accountLeaf,
  oneEntryHeader,
  oneEntryTrie,
} from '../../../../test/support/proven/one-entry.ts'
import type { CallFrame } from '../trace/call-frame.ts'
import { slotUseOf } from './slot-use.ts'
import { timesToTry } from './times.ts'

const of = (digit: string): Address => `0x${digit.repeat(40)}`
const [self, program, authority, aside, outsider] = [of('1'), of('2'), of('3'), of('4'), of('5')]
const slot = `0x${'0'.repeat(63)}2` as Hex
const empty = `0x${'0'.repeat(63)}9` as Hex

/** A state whose one account holds an address in its one slot. */
function stateHolding(address: Address) {
  const word = parseHex(`0x${'0'.repeat(24)}${address.slice(2)}`)
  // RLP writes no zeros before a number.
  const storage = oneEntryTrie(slot, Uint8Array.of(0x94, ...word.subarray(12)))
  const account = oneEntryTrie(self, accountLeaf(storage))
  const header = oneEntryHeader(keccak256(account))
  const state = openProvenState(header, printHex(keccak256(header)))
  for (const node of [account, storage]) state.addNode(node)
  return state
}

const frameOf = (to: Address, changes: Partial<CallFrame> = {}): CallFrame =>
  ({ type: 'CALL', from: outsider, to, input: '0x', calls: [], ...changes }) as unknown as CallFrame

function used(held: Address, trace: CallFrame, written: readonly Hex[] = []) {
  const state = stateHolding(held)
  for (const account of [self, aside, outsider]) state.account(account)
  for (const key of [slot, empty]) state.slot(self, key)
  const storage = new Map(written.map((key) => [key, '0x']))
  const world = { changes: () => new Map([[self, { storage }]]) } as unknown as World
  const rules = { hardfork: 'cancun' } as unknown as EvmRules
  return slotUseOf(state, world, { trace, rules, aside: [aside] })
}

test('behavior: accounts that only read what it did are left out, unless a slot of theirs was used', () => {
  const { accounts, slots } = used(program, frameOf(outsider))
  expect(accounts).toEqual([self, outsider])
  expect(slots.map((one) => one.slot)).toEqual([slot, empty])
  expect(slots[0]!.value).toBe(`0x${'0'.repeat(24)}${program.slice(2)}`)
})

test('golden: a slot that names a borrowed program, one of the called account, one of an authority', () => {
  const kindOf = (held: Address, trace: CallFrame) => {
    const [slot] = used(held, trace).slots
    return [slot!.isCodePointer, slot!.isPermission]
  }
  const canCall = selectorOf('canCall(address,address,bytes4)')
  const implementation = selectorOf('implementation()')
  expect(kindOf(program, frameOf(outsider))).toEqual([false, false])
  expect(kindOf(program, frameOf(self))).toEqual([false, true])
  const borrowing = frameOf(outsider, { calls: [frameOf(program, { type: 'DELEGATECALL' })] })
  expect(kindOf(program, borrowing)).toEqual([true, false])
  const beacon = frameOf(outsider, { calls: [frameOf(program, { input: implementation })] })
  expect(kindOf(program, beacon)).toEqual([true, false])
  const asking = frameOf(outsider, { calls: [frameOf(authority, { input: canCall })] })
  expect(kindOf(authority, asking)).toEqual([false, true])
})

test('behavior: what the run writes is told from what it only reads', () => {
  const written = (keys: readonly Hex[]) =>
    used(program, frameOf(outsider), keys).slots.map(({ isWritten }) => isWritten)
  expect(written([])).toEqual([false, false])
  expect(written([empty])).toEqual([false, true])
})

test('golden: the times that are tried, in seconds', () => {
  expect(timesToTry).toEqual([1n, 3_600n, 86_400n, 2_592_000n, 31_536_000n, 94_608_000n])
})
