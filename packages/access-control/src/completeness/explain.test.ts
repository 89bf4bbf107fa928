import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { readWholeStorage } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { addressNamed } from '../../../../test/support/evm/control/random-state.ts'
import { buildTrie, encodeBytes } from '../../../../test/support/evm/trie.ts'
import { selectors } from '../model/guarded-function.ts'
import { explainStorage, slotUnder } from './explain.ts'
import { addressIn, entrySlot, functionSlot, layout, wordAt } from './layout.ts'

/** The storage of a RolesAuthority with 14 holders, 90 capabilities and 12 public functions. */
function authority(more: readonly Hex[] = []) {
  const target = (index: number): Address => addressNamed(`t${index % 6}`)
  const selector = (index: number): Hex =>
    `0x${printHex(keccak256(Uint8Array.of(index))).slice(2, 10)}`
  const slots = [
    wordAt(0n),
    wordAt(1n),
    ...Array.from({ length: 14 }, (_, index) =>
      entrySlot(addressNamed(`u${index}`), layout.authority.roles),
    ),
    ...Array.from({ length: 90 }, (_, index) =>
      functionSlot(target(index), selector(index), layout.authority.capabilities),
    ),
    ...Array.from({ length: 12 }, (_, index) =>
      functionSlot(target(index), selector(index), layout.authority.open),
    ),
  ]
  const values = new Map([...slots, ...more].map((slot) => [slot, encodeBytes(Uint8Array.of(1))]))
  const { root, nodes } = buildTrie(values)
  const byHash = new Map(nodes.map((node) => [printHex(keccak256(node)), node] as const))
  const readStorage = (without?: Hex) =>
    readWholeStorage(printHex(root), (hash) => (hash === without ? undefined : byHash.get(hash)))
  return { slots, byHash, readStorage }
}

test('law: each slot without a name, and each node withheld, is noticed', () => {
  const { slots, byHash, readStorage } = authority()
  const whole = readStorage()
  expect(slots).toHaveLength(118)
  expect(explainStorage(whole, slots)).toEqual({ isComplete: true, unexplained: [], open: [] })
  for (const slot of slots) {
    const { isComplete, unexplained } = explainStorage(
      whole,
      slots.filter((each) => each !== slot),
    )
    expect([isComplete, unexplained.length]).toEqual([false, 1])
  }
  for (const hash of byHash.keys())
    expect(explainStorage(readStorage(hash), slots).isComplete).toBe(false)
})

test('golden: a role without a log stands under a link that a searched slot opens', () => {
  const hidden = entrySlot(addressNamed('hidden'), layout.authority.roles)
  const { slots, readStorage } = authority([hidden])
  expect(explainStorage(readStorage(), slots).unexplained.map(({ slotHash }) => slotHash)).toEqual([
    printHex(keccak256(parseHex(hidden))),
  ])
  for (const prefix of ['a', '07', 'c0f']) {
    const hash = printHex(keccak256(parseHex(slotUnder(prefix))))
    expect(hash.startsWith(`0x${prefix}`)).toBe(true)
  }
})

test('golden: slots as Solidity keeps them', () => {
  // keccak256(abi.encode(address(1), uint256(2))), as `cast index address 0x…01 2` prints it.
  expect(entrySlot(wordAt(1n), 2n)).toBe(
    '0xe90b7bceb6e7df5418fb78d8ee546e97c83a08bbccc01a0644d599ccd2a7c2e0',
  )
  expect(addressIn(wordAt(0xabcn))).toBe(`0x${'0'.repeat(37)}abc`)
  const target = addressNamed('vault')
  const inner = entrySlot(target, 4n)
  const padded: Hex = `0x${selectors.manage.slice(2)}${'0'.repeat(56)}`
  expect(functionSlot(target, selectors.manage, 4n)).toBe(entrySlot(padded, inner))
})
