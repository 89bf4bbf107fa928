import * as known from 'viem/chains'
import { expect, test } from 'vitest'
import { chainOf, chains } from './chain.ts'

test('default', () => {
  for (const chain of chains) {
    expect(chainOf(chain.slug)).toBe(chain)
    expect(chainOf(chain.id)).toBe(chain)
  }
  expect(new Set(chains.map((chain) => chain.id)).size).toBe(chains.length)
  expect(new Set(chains.map((chain) => chain.slug)).size).toBe(chains.length)
})

test('behavior: ids, native coins and testnets are those of an independent list', () => {
  for (const chain of chains) {
    const namesakes = Object.values(known).filter((other) => other.id === chain.id)
    const [other] = namesakes.filter((one) => one.nativeCurrency.symbol === chain.nativeSymbol)
    expect(other, `${chain.slug}: ${chain.id} ${chain.nativeSymbol}`).toBeDefined()
    const isTestnet = 'testnet' in other! && other.testnet === true
    expect(isTestnet, chain.slug).toBe(chain.isTestnet)
  }
})

test('behavior: no chain is made up for an unknown key', () => {
  expect(chainOf('atlantis')).toBeNull()
  expect(chainOf(0)).toBeNull()
})
