import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import {
  accountLeaf,
  oneEntryHeader,
  oneEntryTrie,
} from '../../../../test/support/proven/one-entry.ts'
import { emptyCodeHash, openProvenState, printPlace, StateProofError } from './proven-state.ts'

const self = `0x${'33'.repeat(20)}` as Address
const otherAddress = `0x${'44'.repeat(20)}` as Address
const slot = `0x${'0'.repeat(63)}2` as Hex
const empty = `0x${'0'.repeat(64)}` as Hex
const code = parseHex('0x6001600255')
const codeHash = printHex(keccak256(code))
const storage = oneEntryTrie(slot, parseHex(`0xa0${'5'.repeat(64)}`))
const account = oneEntryTrie(self, accountLeaf(storage, keccak256(code)))
const hashOf = (bytes: Uint8Array) => printHex(keccak256(bytes))

/** Headers 5 to 7, each the child of the one before. */
const headerOn = (number: number, before: Uint8Array | null) =>
  oneEntryHeader(keccak256(account), {
    number,
    ...(before === null ? {} : { parentHash: keccak256(before) }),
  })
const grandparent = headerOn(5, null)
const parent = headerOn(6, grandparent)
const head = headerOn(7, parent)
const open = () => openProvenState(head, hashOf(head))

test('behavior: a value is there once every node on its way is, and then counts as used', () => {
  const state = open()
  expect(state.account(self)).toBeUndefined()
  expect(state.slot(self, slot)).toBeUndefined()
  state.addNode(account)
  expect(state.peek.account(self)).toMatchObject({ nonce: 1n, balance: 0n, codeHash })
  expect(state.peek.slot(self, slot)).toBeUndefined()
  expect([...state.reads.accounts]).toEqual([])
  expect(state.slot(self, slot)).toBeUndefined()
  expect(state.used()).toEqual({ ancestors: [], nodes: [printHex(account)], codes: [] })
  state.addNode(storage)
  expect(state.slot(self, slot)).toBe(`0x${'5'.repeat(64)}`)
  expect(state.slot(self, empty)).toBe(empty)
  expect([...state.reads.slots]).toEqual([`${self} ${slot}`, `${self} ${empty}`])
  expect(state.account(otherAddress)).toBeNull()
  expect(state.slot(otherAddress, slot)).toBe(empty)
  expect([...state.reads.accounts]).toEqual([self, otherAddress])
  const nodes = [account, storage].sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1)).map(printHex)
  expect(state.used().nodes).toEqual(nodes)
})

test('behavior: code goes by its hash, and no code needs no piece', () => {
  const state = open()
  expect(state.code(emptyCodeHash)).toEqual(new Uint8Array(0))
  expect(state.code(codeHash)).toBeUndefined()
  expect(state.addCode(code)).toBe(codeHash)
  expect(state.used().codes).toEqual([])
  expect(state.code(codeHash)).toEqual(code)
  expect(state.used().codes).toEqual([printHex(code)])
})

test('behavior: BLOCKHASH follows from headers, child first, and sees 256 blocks', () => {
  const state = open()
  expect(state.blockHash(7n)).toBe(hashOf(head))
  expect(state.blockHash(6n)).toBe(hashOf(parent))
  expect(state.blockHash(5n)).toBeUndefined()
  expect(() => state.addAncestor(grandparent)).toThrow(StateProofError)
  expect(state.ancestorCount()).toBe(0)
  state.addAncestor(parent)
  expect(state.used().ancestors).toEqual([])
  expect(state.blockHash(5n)).toBe(hashOf(grandparent))
  expect(state.blockHash(4n)).toBeUndefined()
  state.addAncestor(grandparent)
  expect(state.ancestorCount()).toBe(2)
  // Only what was asked for goes into a witness.
  expect(state.used().ancestors).toEqual([printHex(parent)])
  expect(state.blockHash(4n)).toBe(`0x${'01'.repeat(32)}`)
  expect(state.blockHash(8n)).toBe(empty)
  const deep = oneEntryHeader(keccak256(account), { number: 0xff })
  const far = openProvenState(deep, hashOf(deep))
  expect(far.blockHash(0n)).toBeUndefined()
  expect(far.blockHash(-1n)).toBe(empty)
})

test('refuses: a node that is another than its place says, with the place', () => {
  const state = open()
  state.addNode(oneEntryTrie(self, new Uint8Array(0)))
  expect(state.account(self)).toBeUndefined()
  const bad = oneEntryTrie(self, Uint8Array.of(0x80))
  const header = oneEntryHeader(keccak256(bad))
  const damaged = openProvenState(header, hashOf(header))
  damaged.addNode(bad)
  expect(() => damaged.account(self)).toThrow(` at account ${self}: `)
  expect(() => damaged.slot(self, slot)).toThrow(` at account ${self}: `)
})

test('golden: a place as a sentence goes on', () => {
  expect(printPlace({})).toBe('')
  expect(printPlace({ account: self, slot })).toBe(` at account ${self}, slot ${slot}`)
  expect(printPlace({ codeHash })).toBe(` at code ${codeHash}`)
  expect(printPlace({ block: 0n })).toBe(' at block 0')
  expect(new StateProofError({ account: self, slot, block: 1n, codeHash }, 'x').facts).toEqual({
    account: self,
    slot,
    codeHash,
    block: '1',
    why: 'x',
  })
  expect(new StateProofError({}, 'x').facts).toEqual({ why: 'x' })
})
