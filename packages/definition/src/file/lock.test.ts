import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { knownFactsOf } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wantedFactsOf } from '../expand/wanted-fact.ts'
import { parseDefinition } from './definition.ts'
import {
  emptyLock,
  factsOfLock,
  type Lock,
  type LockedAccount,
  lockOf,
  parseLock,
  printLock,
} from './lock.ts'

const folder = new URL('../../../../fixtures/definitions/', import.meta.url)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => checksumOf(`0x${Buffer.from(bytes).toString('hex')}`))
const value = fc.oneof(fc.nat().map(String), address)
const row: fc.Arbitrary<LockedAccount> = fc.record({
  address,
  symbol: fc.option(fc.string()),
  decimals: fc.option(fc.nat({ max: 255 })),
  facts: fc
    .dictionary(
      fc.constantFrom('asset()', 'coins(uint256)', 'pt()'),
      fc.oneof(value, fc.array(value)),
    )
    .map((facts) => new Map(Object.entries(facts))),
})
const hash: Hex = `0x${'ab'.repeat(32)}`
const rows = fc.uniqueArray(row, { selector: (one) => one.address, maxLength: 6 })

test('default: a lock is read back as it was printed, whatever the order of its accounts', () => {
  fc.assert(
    fc.property(rows, fc.bigInt({ min: 0n, max: 10n ** 17n }), (accounts, number) => {
      const block = { number, hash }
      const lock = lockOf(emptyLock, 1, { block, accounts })
      const text = printLock(lock)
      expect(printLock(parseLock(text))).toBe(text)
      expect(parseLock(text)).toEqual(lock)
      const turned = lockOf(emptyLock, 1, { block, accounts: [...accounts].reverse() })
      expect(printLock(turned)).toBe(text)
    }),
  )
})

test('behavior: a chain is replaced, the others stay', () => {
  const block = { number: 1n, hash }
  const single = lockOf(emptyLock, 1, { block, accounts: [] })
  const two = lockOf(single, 10, { block: { number: 2n, hash }, accounts: [] })
  const three = lockOf(two, 1, { block: { number: 3n, hash }, accounts: [] })
  const numbers = (lock: Lock) => [...lock.chains].map(([id, chain]) => [id, chain.block.number])
  expect(numbers(three)).toEqual([
    [1, 3n],
    [10, 2n],
  ])
})

test('behavior: what was locked is known: tokens, addresses, numbers, lists', () => {
  const token = checksumOf(`0x${'1'.repeat(40)}`)
  const asset = checksumOf(`0x${'ab'.repeat(20)}`)
  const facts = new Map<string, string | readonly string[]>([
    ['fee()', '30'],
    ['asset()', asset.toLowerCase()],
    ['coins(uint256)', [token, token]],
  ])
  const accounts = [{ address: token, symbol: 'TOK', decimals: 6, facts }]
  const lock = lockOf(emptyLock, 1, { block: { number: 1n, hash }, accounts })
  const lockFacts = factsOfLock(lock, 1)
  const lower = token.toLowerCase() as Address
  expect(lockFacts.tokenOf(lower)).toEqual({ symbol: 'TOK', decimals: 6, resetsApproval: null })
  expect(lockFacts.factOf(lower, 'fee()')).toBe(30n)
  expect(lockFacts.factOf(lower, 'asset()')).toBe(asset)
  expect(lockFacts.factOf(lower, 'coins(uint256)')).toEqual([token, token])
  expect(factsOfLock(lock, 10).factOf(lower, 'fee()')).toBeNull()
})

test('behavior: a lock holds all that the example wants', () => {
  const definition = parseDefinition(readFileSync(new URL('local-eth.yaml', folder), 'utf8'))
  const lock = parseLock(readFileSync(new URL('vaultwright.lock.json', folder), 'utf8'))
  const facts = factsOfLock(lock, 31337)
  expect(wantedFactsOf(definition, 'local', facts).facts).toEqual([])
  const before = wantedFactsOf(definition, 'local', knownFactsOf(31337))
  expect(before.facts.map(({ call }) => call).sort()).toEqual(['asset()', 'coins(uint256)'])
  expect(before.tokens.length).toBeGreaterThan(10)
})

const locked = (accounts: string) =>
  `{"version":1,"chains":{"1":{"block":{"number":"1","hash":"${hash}"},"accounts":{${accounts}}}}}`
const letters = 'ab'.repeat(20)

test.each([
  [locked(`"0x${letters}":{"decimals":6},"0x${letters.toUpperCase()}":{"decimals":18}`), 'twice'],
  [locked(`"0x${letters}":{"symbol":"US\\u001b[2JDC"}`), 'cannot be seen'],
  [locked(`"0x${letters}":{"symbol":"USDC\\u200b"}`), 'cannot be seen'],
  [locked('"0x12":{}'), 'not an address'],
  ['', 'it is not JSON'],
  ['{"version":2,"chains":{}}', 'version'],
  ['{"version":1,"chains":{},"tool":"1.0"}', 'tool'],
  ['{"version":1,"chains":{"mainnet":{}}}', 'chains'],
])('error: LockFileError for %s', (text, what) => {
  expect(() => parseLock(text)).toThrow(
    expect.objectContaining({ code: 'lock_file', message: expect.stringContaining(what) }),
  )
})

test('error: DuplicateKeyError where a key stands twice', () => {
  const text = locked(`"0x${letters}":{"decimals":6,"decimals":18}`)
  expect(() => parseLock(text)).toThrow(expect.objectContaining({ code: 'duplicate_key' }))
})
