import { encodeBase58, isSvmAddress, svmAddressOf, svmBytesOf } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { readTail } from '../request/builder-path.ts'
import { readVaultPath } from '../request/vault-path.ts'
import {
  findSvmVaultPath,
  readSvmStrategistPath,
  readSvmTail,
  readSvmVaultPath,
} from './vault-path.ts'

const runs = { numRuns: runsOf(2) }
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })
const state = 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za'
const hex = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const entryAt = (...loc: string[]) => expect.objectContaining({ loc, type: 'address_invalid' })

test('law: an address of Solana is read exactly as it was sent, as vault and in a tail', () => {
  fc.assert(
    fc.property(keys, (bytes) => {
      const address = svmAddressOf(bytes)
      const path = { chain: 'solana', vault_address: address }
      expect(readSvmVaultPath(path)).toEqual({ vault: address })
      expect(findSvmVaultPath(path)).toEqual({ vault: address })
      const both = { ...path, strategist_address: state }
      expect(readSvmStrategistPath(both)).toEqual({ vault: address, strategist: state })
      const tail = { strategist: address, route: 'spl_token/transfer' }
      expect(readSvmTail(`${address}/spl_token/transfer`)).toEqual(tail)
    }),
    runs,
  )
})

test('law: two addresses that differ in letter case only are two vaults', () => {
  fc.assert(
    fc.property(keys, fc.nat(43), (bytes, from) => {
      const address = svmAddressOf(bytes)
      const variants = [...address].flatMap((sign, index) => {
        const flipped = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()
        const text = address.slice(0, index) + flipped + address.slice(index + 1)
        return flipped !== sign && index >= from % 20 && isSvmAddress(text) ? [text] : []
      })
      for (const text of variants) {
        const { vault } = readSvmVaultPath({ chain: 'solana', vault_address: text })
        expect(vault).not.toBe(address)
        expect(svmBytesOf(vault)).not.toEqual(bytes)
      }
    }),
    runs,
  )
})

test('golden: a tail that is a route alone', () => {
  for (const tail of ['spl_token/transfer', 'system/transfer', 'x', 'kamino/deposit/y'])
    expect(readSvmTail(tail)).toEqual({ strategist: null, route: tail })
})

test.each([
  ['hex', hex],
  ['31 bytes', encodeBase58(new Uint8Array(31).fill(9))],
  ['33 bytes', encodeBase58(new Uint8Array(33).fill(9))],
  ['31 zero bytes', '1'.repeat(31)],
  ['lower case', state.toLowerCase()],
  ['a zero for an o', state.replace('o', '0')],
  ['a line end', `${state}\n`],
  ['a letter of another alphabet', state.replace('a', 'а')],
  ['a name', 'So11'],
])('refuses: %s is not an address of Solana', (_, text) => {
  const path = { chain: 'solana', vault_address: text }
  expect(() => readSvmVaultPath(path)).toThrow(
    expect.objectContaining({ entries: [entryAt('path', 'vault_address')] }),
  )
  expect(() => findSvmVaultPath(path)).toThrow(expect.objectContaining({ code: 'vault_not_found' }))
  expect(() => readSvmStrategistPath({ ...path, strategist_address: text })).toThrow(
    expect.objectContaining({
      entries: [entryAt('path', 'vault_address'), entryAt('path', 'strategist_address')],
    }),
  )
})

test.each([
  ['hex', hex],
  ['31 bytes', encodeBase58(new Uint8Array(31).fill(9))],
  ['33 bytes', encodeBase58(new Uint8Array(33).fill(9))],
  ['lower case', state.toLowerCase()],
])('refuses: %s is not a strategist of Solana in a tail', (_, text) => {
  expect(() => readSvmTail(`${text}/spl_token/transfer`)).toThrow(
    expect.objectContaining({ entries: [entryAt('path', 'tail')] }),
  )
})

test('refuses: a tail without a route', () => {
  for (const tail of ['', state, `${state}/`])
    expect(() => readSvmTail(tail)).toThrow(
      expect.objectContaining({ entries: [expect.objectContaining({ type: 'missing' })] }),
    )
})

test('refuses: base58 on another chain, as vault and in a tail', () => {
  for (const chain of ['mainnet', 'Solana', 'solana-2'])
    expect(() => findSvmVaultPath({ chain, vault_address: state })).toThrow(
      expect.objectContaining({ code: 'vault_not_found' }),
    )
  expect(() => readVaultPath({ chain: 'mainnet', vault_address: state })).toThrow(
    expect.objectContaining({ entries: [entryAt('path', 'vault_address')] }),
  )
  expect(() => readTail(`${state}/aave_v3/supply`)).toThrow(
    expect.objectContaining({ entries: [entryAt('path', 'tail')] }),
  )
})
