import type { Address } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { contractsOf } from '../contract/known-contract.ts'
import { knownVaults } from '../known-vault.ts'
import { knownTokens } from '../token/known-token.ts'
import { addressNamed, joinUnits, registryNames, registryUnits } from './registry-name.ts'

test('law: every token, contract and vault on record has a name of the registry on its chain', () => {
  const chainIds = new Set(knownTokens.map(({ chainId }) => chainId))
  for (const chainId of chainIds) {
    const names = registryNames(chainId)
    const units = registryUnits(chainId)
    for (const token of knownTokens.filter((one) => one.chainId === chainId)) {
      expect(names(token.address)).toEqual({ text: token.symbol, source: 'registry' })
      expect(units(token.address)).toMatchObject({ decimals: token.decimals, source: 'registry' })
    }
    const accounts = [
      ...contractsOf(chainId).map(({ address }) => address),
      ...knownVaults.filter((one) => one.chainId === chainId).flatMap((one) => one.managers),
    ]
    for (const account of accounts) expect(names(account)?.source).toBe('registry')
  }
})

test('law: a name on record finds the account that it was printed of, or none where several have it', () => {
  const accounts = [
    ...knownTokens,
    ...[1, 8453, 42161].flatMap((chainId) => contractsOf(chainId)),
  ] as const
  let count = 0
  for (const { chainId, address } of accounts) {
    const { text } = registryNames(chainId)(address)!
    const back = addressNamed(chainId, text)
    if (back === null) continue
    count++
    expect(back.toLowerCase()).toBe(address.toLowerCase())
    expect(addressNamed(chainId, text.toUpperCase())).toBe(back)
  }
  expect(count).toBeGreaterThan(0.9 * accounts.length)
})

test('law: without a chain a name is the same on every chain that has it, or says which has it', () => {
  const names = registryNames(null)
  let namedCount = 0
  for (const { address, chainId } of knownTokens) {
    const text = names(address)?.text
    const name = registryNames(chainId)(address)?.text ?? ''
    if (text === undefined) continue
    namedCount++
    expect(text === name || text.startsWith(`${name} on `)).toBe(true)
  }
  expect(namedCount).toBeGreaterThan(100)
})

test('golden: accounts by their names', () => {
  expect(addressNamed(1, 'usdc')).toBe('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
  expect(addressNamed(1, 'Pendle v4 router')).toBe('0x888888888889758F76e7103c6CbF23ABbF58F946')
  expect(addressNamed(1, 'ETH')).toBe(addressNamed(8453, 'native'))
  expect(addressNamed(1, 'no such name')).toBeNull()
  expect(addressNamed(31337, 'USDC')).toBeNull()
})

test('golden: names of tokens, pools and vaults', () => {
  const names = registryNames(1)
  const textOf = (address: Address) => names(address)?.text ?? null
  expect(textOf('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')).toBe('USDC')
  expect(textOf('0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2')).toBe('Aave v3 Core')
  expect(textOf('0x657e8C867D8B37dCC18fA4Caead9C45EB088C642')).toBe('eBTC')
  expect(textOf('0x382d0106F308864D5462332D9D3bB54a60384B70')).toBe('Manager of eBTC')
  expect(textOf('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')).toBe('ETH')
  expect(registryNames(null)('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')?.text).toBe(
    'USDC on Ethereum',
  )
})

test('refuses: an account that is not on record has no name and no unit', () => {
  const unrecorded: Address = '0x000000000000000000000000000000000000dEaD'
  expect(registryNames(1)(unrecorded)).toBeNull()
  expect(registryNames(null)(unrecorded)).toBeNull()
  expect(joinUnits(registryUnits(1), registryUnits(null))(unrecorded)).toBeNull()
})
