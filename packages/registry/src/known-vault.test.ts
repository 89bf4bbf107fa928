import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { hasRealTrees, readRealTree, realTreeNames } from '../../../test/support/call/real-tree.ts'
import { chainOf } from './chain.ts'
import { knownVaultOf, knownVaults } from './known-vault.ts'

test('default', () => {
  for (const vault of knownVaults) {
    expect(chainOf(vault.chainId)).not.toBeNull()
    expect(knownVaultOf(vault.chainId, vault.vault.toLowerCase())).toBe(vault)
    expect(vault.managers.length).toBeGreaterThan(0)
    for (const account of [vault.vault, vault.accountant, ...vault.managers]) {
      expect(account).toBe(getAddress(account))
    }
  }
  const keys = knownVaults.map((vault) => `${vault.chainId} ${vault.vault}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('behavior: one vault keeps its name and price on every chain, its managers differ', () => {
  const ids = ['mainnet', 'ink', 'unichain'].map((slug) => chainOf(slug)!.id)
  const [mainnet, ink, unichain] = ids.map((id) =>
    knownVaultOf(id, '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'),
  )
  expect(mainnet!.managers).toEqual([
    '0x227975088C28DBBb4b421c6d96781a53578f19a8',
    '0xf9f7969C357ce6dfd7973098Ea0D57173592bCCa',
  ])
  expect(ink!.managers).toEqual(['0xf9f7969C357ce6dfd7973098Ea0D57173592bCCa'])
  expect(unichain!.managers).toEqual(['0xDEa7AF4a96A762c9d43A7eE02acecD20A3C6D8B6'])
  expect(ink!.accountant).toBe(mainnet!.accountant)
})

test('behavior: an unknown vault is null', () => {
  expect(knownVaultOf(1, '0x0000000000000000000000000000000000000001')).toBeNull()
})

test.skipIf(!hasRealTrees)('behavior: real tree files name the accounts on record', () => {
  let count = 0
  for (const name of realTreeNames) {
    const { metadata } = JSON.parse(readRealTree(name).toString())
    const chain = chainOf(name.split('-')[0]!.replace('ethereum', 'mainnet'))
    const knownVault = knownVaultOf(chain!.id, metadata.BoringVaultAddress)
    if (knownVault === null) continue
    count++
    expect(knownVault.managers).toContain(metadata.ManagerAddress)
    expect(knownVault.accountant).toBe(metadata.AccountantAddress)
  }
  expect(count).toBeGreaterThanOrEqual(7)
})
