import { isSameAddress } from '@vaultwright/base'
import type { Admin, AdminVaultDetail, TreeDraft } from '@vaultwright/operations'
import { expect, test } from 'vitest'
import { UsageError } from '../command/usage.ts'
import { pushTree, type TreeBytes } from './vault.ts'

const vault = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const main = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const place = { manager: vault, accountant: null, teller: null } as const
const strategists = [{ name: 'main', address: main }] as const
const storedVault: AdminVaultDetail = {
  address: vault,
  name: 'Twin',
  status: 'active',
  deployedAtUnix: null,
  chains: ['base', 'mainnet'],
  deployments: [
    { chain: 'base', ...place, strategists: [] },
    { chain: 'mainnet', ...place, strategists },
  ],
}
const treeSaying = (metadata: object) => ({ file: { metadata } }) as TreeBytes
const tree = treeSaying({ vault: null, manager: null })

/** An administration that has these vaults and notes what is pushed. */
function adminOf(vaults: readonly AdminVaultDetail[]) {
  const wishes: TreeDraft[] = []
  const admin = {
    listVaults: async () => vaults,
    readVault: async () => vaults[0]!,
    pushTree: async (request: TreeDraft) => wishes.push(request),
  } as unknown as Admin
  return { admin, wishes }
}

test.each([
  ['Twin', 'main', 'mainnet'],
  ['Twin', 'main', '1'],
  [vault.toLowerCase(), main.toLowerCase(), 'Mainnet'],
])('default: %s, %s on %s', async (name, strategist, chain) => {
  const { admin, wishes } = adminOf([storedVault])
  await pushTree(admin, tree, { vault: name, strategist, chain })
  expect(wishes).toHaveLength(1)
  expect(wishes[0]).toMatchObject({ chain: 'mainnet', vault })
  expect(isSameAddress(wishes[0]!.strategist, main)).toBe(true)
})

test('behavior: a file that names another vault or Manager is reported', async () => {
  const { admin } = adminOf([storedVault])
  const options = { vault: 'Twin', strategist: 'main', chain: 'mainnet' }
  const mismatchesFor = async (metadata: object) =>
    (await pushTree(admin, treeSaying(metadata), options)).mismatches
  const otherFile = main
  expect(await mismatchesFor({ vault: vault.toLowerCase(), manager: vault })).toEqual([])
  expect(await mismatchesFor({ vault: otherFile, manager: null })).toEqual([
    { what: 'vault', stated: otherFile, meant: vault },
  ])
  expect(await mismatchesFor({ vault: null, manager: otherFile })).toEqual([
    { what: 'Manager', stated: otherFile, meant: vault },
  ])
})

test.each([
  ['several chains', { vault: 'Twin', strategist: 'main', chain: undefined }, 'base, mainnet'],
  ['another chain', { vault: 'Twin', strategist: 'main', chain: 'arbitrum' }, 'not on arbitrum'],
  ['none there', { vault: 'Twin', strategist: 'main', chain: 'base' }, 'not a strategist of Twin'],
  [
    'no vault',
    { vault: 'twin', strategist: 'main', chain: 'mainnet' },
    'not a vault of the tenant',
  ],
  ['unsaid', { vault: 'Twin', strategist: undefined, chain: 'mainnet' }, '--strategist is missing'],
])('error: UsageError of %s', async (_, options, message) => {
  const { admin, wishes } = adminOf([storedVault])
  const pushing = pushTree(admin, tree, options)
  await expect(pushing).rejects.toThrow(UsageError)
  await expect(pushing).rejects.toThrow(message)
  expect(wishes).toEqual([])
})

test('error: UsageError two vaults of one name are distinguished by address', async () => {
  const { admin } = adminOf([storedVault, { ...storedVault, address: main }])
  const options = { vault: 'Twin', strategist: 'main', chain: 'mainnet' }
  await expect(pushTree(admin, tree, options)).rejects.toThrow('is the name of 2 vaults')
})

test('error: InvalidAddressError an address with a wrong checksum is no name', async () => {
  const { admin } = adminOf([storedVault])
  const wrong = vault.replace('E7D', 'e7D')
  const options = { vault: wrong, strategist: 'main', chain: 'mainnet' }
  await expect(pushTree(admin, tree, options)).rejects.toMatchObject({ code: 'invalid_address' })
})
