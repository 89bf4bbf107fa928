import { slugOf } from '@vaultwright/base'
import fc from 'fast-check'
import * as known from 'viem/chains'
import { expect, test } from 'vitest'
import { hasRealTrees, readRealTree, realTreeNames } from '../../../test/support/call/real-tree.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { chainOf, chains, variablesOf } from './chain.ts'

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
    const namesakes = Object.values(known).filter((namesake) => namesake.id === chain.id)
    const [namesake] = namesakes.filter((one) => one.nativeCurrency.symbol === chain.nativeSymbol)
    expect(namesake, `${chain.slug}: ${chain.id} ${chain.nativeSymbol}`).toBeDefined()
    const isTestnet = 'testnet' in namesake! && namesake.testnet === true
    expect(isTestnet, chain.slug).toBe(chain.isTestnet)
  }
})

test('law: a chain is found by its slug in any letter case, and no two chains share a variable', () => {
  const numRuns = runsOf(2)
  const anyCase = fc.constantFrom(...chains).chain((chain) =>
    fc.record({
      chain: fc.constant(chain),
      text: fc
        .array(fc.boolean(), { minLength: chain.slug.length, maxLength: chain.slug.length })
        .map((upper) =>
          [...chain.slug].map((one, at) => (upper[at] ? one.toUpperCase() : one)).join(''),
        ),
    }),
  )
  fc.assert(
    fc.property(anyCase, ({ chain, text }) => {
      expect(chainOf(text)).toBe(chain)
      expect(slugOf(text)).toBe(chain.slug)
      expect(variablesOf(text, 'FINALITY')).toEqual(variablesOf(chain.id, 'FINALITY'))
    }),
    { numRuns },
  )
  const whats = ['RPC_URL', 'FORK_RPC_URL', 'FINALITY', 'RPC_PER_MINUTE'] as const
  const names = chains.flatMap(({ id }) => whats.flatMap((what) => variablesOf(id, what)))
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^[A-Z][A-Z0-9_]*$/.test(name))).toBe(true)
})

test('golden: slugs in lower case, variables by the words of the name', () => {
  expect(
    chains
      .filter(({ variables: [name] }) => name !== name.replaceAll('_', ''))
      .map((chain) => [chain.slug, ...variablesOf(chain.id, 'RPC_URL')]),
  ).toEqual([
    ['sonicmainnet', 'SONIC_MAINNET_RPC_URL'],
    ['hyperevm', 'HYPER_EVM_RPC_URL'],
    ['sonictestnet', 'SONIC_TESTNET_RPC_URL'],
    ['sonicblaze', 'SONIC_BLAZE_RPC_URL'],
    ['berachaintestnet', 'BERACHAIN_TESTNET_RPC_URL'],
    ['tactestnet', 'TAC_TESTNET_RPC_URL'],
    ['inksepolia', 'INK_SEPOLIA_RPC_URL'],
  ])
  expect(variablesOf('mainnet', 'RPC_URL')).toEqual(['MAINNET_RPC_URL', 'ETH_RPC_URL'])
  expect(variablesOf(1, 'FORK_RPC_URL')).toEqual(['MAINNET_FORK_RPC_URL'])
  expect(variablesOf('BSC', 'RPC_PER_MINUTE')).toEqual(['BSC_RPC_PER_MINUTE'])
})

test('refuses: an unknown chain has no variable', () => {
  expect(variablesOf('atlantis', 'RPC_URL')).toEqual([])
  expect(variablesOf(0, 'FINALITY')).toEqual([])
})

test('behavior: no chain is made up for an unknown key', () => {
  expect(chainOf('atlantis')).toBeNull()
  expect(chainOf(0)).toBeNull()
})

test.each(['layerZeroEid', 'cctpDomain', 'ccipSelector'] as const)(
  'behavior: a bridge calls no two chains the same: %s',
  (field) => {
    const numbers = chains.map((chain) => chain[field]).filter((one) => one !== null)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.length).toBeGreaterThanOrEqual(15)
  },
)

test('behavior: bridge numbers are those of their directories', () => {
  expect(chains.every((chain) => chain.isTestnet || chain.id === 31337 || isEid(chain))).toBe(true)
  const domains = chains.flatMap(({ slug, cctpDomain }) =>
    cctpDomain === null ? [] : [[cctpDomain, slug] as const],
  )
  // Source: Circle developer documentation, supported domains.
  expect(domains.sort(([one], [other]) => one - other)).toEqual([
    [0, 'mainnet'],
    [1, 'avalanche'],
    [2, 'optimism'],
    [3, 'arbitrum'],
    [6, 'base'],
    [7, 'polygon'],
    [10, 'unichain'],
    [11, 'linea'],
    [13, 'sonicmainnet'],
    [15, 'monad'],
    [16, 'sei'],
    [19, 'hyperevm'],
    [21, 'ink'],
    [22, 'plume'],
    [33, 'plasma'],
  ])
})

test.skipIf(!hasRealTrees)('behavior: real leaf files bridge to chains on record', () => {
  const eids = new Set(chains.map((chain) => chain.layerZeroEid))
  const selectors = new Set(chains.map((chain) => chain.ccipSelector))
  let count = 0
  for (const name of realTreeNames) {
    const text = readRealTree(name).toString()
    for (const [, eid] of text.matchAll(/to LayerZero endpoint: (\d+)/g)) {
      count++
      expect(eids, eid).toContain(Number(eid))
    }
    for (const [, selector] of text.matchAll(/to chain (\d+) using CCIP/g)) {
      count++
      expect(selectors, selector).toContain(BigInt(selector!))
    }
  }
  expect(count).toBeGreaterThanOrEqual(10)
})

/** LayerZero numbers its second version's mainnets from 30101 on. */
function isEid({ layerZeroEid }: { readonly layerZeroEid: number | null }): boolean {
  return layerZeroEid !== null && layerZeroEid > 30100 && layerZeroEid < 31000
}
