import { checksumOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { findVaultPath, readAddress, readVaultPath } from './vault-path.ts'

const runs = { numRuns: runsOf(2) }
const vault = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => checksumOf(bytes))
const slugs = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/).filter((slug) => slug !== 'solana')

test('default: a chain is read in lower case, an address in its checksum, lower and upper case', () => {
  fc.assert(
    fc.property(slugs, addresses, (chain, address) => {
      for (const text of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
        const path = { chain, vault_address: text }
        const place = { chain, vault: address }
        expect(readVaultPath(path)).toEqual(place)
        expect(findVaultPath(path)).toEqual(place)
      }
    }),
    runs,
  )
})

test('error: RequestInvalidError or VaultNotFoundError for every wrong checksum', () => {
  fc.assert(
    fc.property(addresses, fc.nat(39), (address, at) => {
      const letter = address[at + 2]!
      const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const text = address.slice(0, at + 2) + swapped + address.slice(at + 3)
      const digits = text.slice(2)
      const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
      fc.pre(text !== address && !isOneCase)
      const path = { chain: 'mainnet', vault_address: text }
      expect(() => readVaultPath(path)).toThrow(
        expect.objectContaining({ code: 'request_invalid' }),
      )
      expect(() => findVaultPath(path)).toThrow(
        expect.objectContaining({ code: 'vault_not_found' }),
      )
    }),
    runs,
  )
})

test.each([
  '',
  '0x',
  vault.slice(0, -1),
  `${vault}0`,
  vault.slice(2),
  vault.replace('5', 'g'),
  vault.replace('0x', '0X'),
  vault.replace('0x', '0х'),
  vault.replace('5', '５'),
  vault.replace('a', 'а'),
  `${vault}\n`,
  ` ${vault}`,
  `${vault}\0`,
  "0x' OR 1=1 --",
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
])('error: an address like %j is malformed', (text) => {
  const path = { chain: 'mainnet', vault_address: text }
  const entry = expect.objectContaining({ loc: ['path', 'vault_address'], input: text })
  expect(() => readVaultPath(path)).toThrow(
    expect.objectContaining({ code: 'request_invalid', entries: [entry] }),
  )
  expect(() => findVaultPath(path)).toThrow(expect.objectContaining({ code: 'vault_not_found' }))
})

test.each([
  '',
  'main net',
  'MAINNET',
  'Solana',
  '-a',
  'a'.repeat(41),
  'maınnet',
  '../x',
  '\0',
  'a_b',
])('error: a chain like %j is malformed', (chain) => {
  const path = { chain, vault_address: vault }
  const entry = expect.objectContaining({ loc: ['path', 'chain'] })
  expect(() => readVaultPath(path)).toThrow(
    expect.objectContaining({ code: 'request_invalid', entries: [entry] }),
  )
  expect(() => findVaultPath(path)).toThrow(expect.objectContaining({ code: 'vault_not_found' }))
})

test('behavior: both parts are named when both are malformed', () => {
  expect(() => readVaultPath({ chain: 'a_b', vault_address: 'B' })).toThrow(
    expect.objectContaining({
      entries: [
        expect.objectContaining({ loc: ['path', 'chain'] }),
        expect.objectContaining({ loc: ['path', 'vault_address'] }),
      ],
    }),
  )
})

test('error: VaultNotFoundError on Solana, whatever the address', () => {
  for (const vault_address of [vault, '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', '']) {
    for (const readPath of [readVaultPath, findVaultPath]) {
      expect(() => readPath({ chain: 'solana', vault_address })).toThrow(
        expect.objectContaining({ code: 'vault_not_found' }),
      )
    }
  }
})

test('error: RequestInvalidError at the place of a body', () => {
  const entry = expect.objectContaining({ loc: ['body', 'strategist_address'], input: 'x' })
  expect(() => readAddress('x', ['body', 'strategist_address'])).toThrow(
    expect.objectContaining({ entries: [entry] }),
  )
})
