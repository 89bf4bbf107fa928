import { getAddress } from 'viem'
import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { balancerVault } from '../account.ts'
import { chainOf } from '../chain.ts'
import { knownTokens } from '../token/known-token.ts'
import { contractOf, contractsOf, knownContracts } from './known-contract.ts'

test('default', () => {
  for (const contract of knownContracts) {
    expect(contract.address).toBe(getAddress(contract.address))
    expect(chainOf(contract.chainId), contract.label).not.toBeNull()
    expect(contract.protocol).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(contract.role).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(contract.label).not.toBe('')
    expect(contract.source).not.toBe('')
    expect(contractsOf(contract.chainId)).toContain(contract)
    const match = contractOf(contract.chainId, contract.address.toLowerCase())
    expect(match?.address).toBe(contract.address)
  }
  const keys = knownContracts.map(
    ({ chainId, address, protocol, role }) => `${chainId} ${address} ${protocol} ${role}`,
  )
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('behavior: a chain lists what stands on it alone', () => {
  const ids = new Set(knownContracts.map((one) => one.chainId))
  const listed = [...ids].flatMap((id) => contractsOf(id))
  expect(listed.length).toBe(knownContracts.length)
  for (const id of ids) expect(contractsOf(id).every((one) => one.chainId === id)).toBe(true)
  expect(contractsOf(0)).toEqual([])
})

test('behavior: forks of a protocol differ by label, not by protocol', () => {
  const pools = contractsOf(1).filter((one) => one.protocol === 'aave_v3' && one.role === 'pool')
  expect(pools.map((one) => one.label)).toEqual([
    'Aave v3 Core',
    'Aave v3 Prime',
    'Aave v3 EtherFi',
    'Aave v3 Horizon',
    'Spark',
  ])
})

test('behavior: what is not on record is null', () => {
  expect(contractOf(1, '0x0000000000000000000000000000000000000001')).toBeNull()
  expect(contractOf(8453, '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2')).toBeNull()
})

test('behavior: one address, one truth across the records of this package', () => {
  const wrappers = knownTokens.filter((token) => token.kind === 'wrapped_native')
  const listed = knownContracts.filter((one) => one.protocol === 'native_wrapper')
  expect(listed.map((one) => one.address)).toEqual(wrappers.map((token) => token.address))
  for (const contract of knownContracts) {
    if (contract.protocol === 'balancer_v2' && contract.role === 'vault') {
      expect(contract.address).toBe(balancerVault)
    }
  }
})

test('behavior: bridges of the OP Stack are those of an independent list', () => {
  const published = new Set<string>()
  for (const chain of Object.values(viemChains)) {
    for (const contract of Object.values(chain.contracts ?? {})) {
      for (const { address } of Object.values({ contract, ...contract }) as {
        address?: string
      }[]) {
        if (address !== undefined) published.add(getAddress(address))
      }
    }
  }
  const listed = knownContracts.filter((entry) => entry.source === 'viem/chains')
  expect(listed.length).toBeGreaterThan(20)
  for (const entry of listed) expect(published, entry.label).toContain(entry.address)
})

test.skipIf(!hasRealTrees)('behavior: what the leaf files are the source of stands in them', () => {
  const named = new Map<number, Set<string>>()
  for (const name of realTreeNames) {
    const { leafs } = JSON.parse(readRealTree(name).toString())
    const { id } = chainOf(name.split('-')[0]!.replace('ethereum', 'mainnet'))!
    const accounts = named.get(id) ?? new Set()
    for (const leaf of leafs) {
      for (const address of [leaf.TargetAddress, ...leaf.AddressArguments])
        accounts.add(getAddress(address))
    }
    named.set(id, accounts)
  }
  const records = [...knownContracts, ...knownTokens].filter((entry) =>
    entry.source.startsWith('leaf'),
  )
  expect(records.length).toBeGreaterThan(100)
  for (const entry of records) {
    expect(named.get(entry.chainId), `${entry.chainId} ${entry.address}`).toContain(entry.address)
  }
})
