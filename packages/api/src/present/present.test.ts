import type { Address, Hex } from '@vaultwright/base'
import { operations } from '@vaultwright/wire'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { apiKeyDataOf, auditDataOf, userDataOf } from './access.ts'
import { rootEntryOf, treePushedOf } from './root.ts'
import { vaultDetailOf, vaultSummaryOf } from './vault.ts'

const runs = { numRuns: runsOf(2) }
const addresses = fc.stringMatching(/^[0-9a-fA-F]{40}$/).map((digits): Address => `0x${digits}`)
const hexWords = fc.stringMatching(/^[0-9a-f]{64}$/).map((digits): Hex => `0x${digits}`)
const slugs = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/)
const unix = fc.bigInt({ min: 0n, max: 253_402_300_799n })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const words40 = fc.string({ maxLength: 40 })
const counts = fc.nat()
const blocks = fc.bigInt({ min: 0n, max: 1n << 40n })
const json = fc.dictionary(words40, fc.jsonValue(), { noNullPrototype: true })

const vaults = fc.record({
  id: fc.constant('vault_1'),
  tenantId: fc.constant('tenant_1'),
  createdAtUnix: unix,
  address: addresses,
  name: words40,
  status: fc.constantFrom('active', 'paused', 'retired'),
  deployedAtUnix: maybe(unix),
  deployments: fc.uniqueArray(
    fc.record({
      chain: slugs,
      manager: addresses,
      accountant: maybe(addresses),
      teller: maybe(addresses),
      queues: fc.constant([]),
      drones: fc.constant([]),
      deployedAtUnix: maybe(unix),
      deployedBlock: fc.constant(null),
      strategists: fc.array(fc.record({ name: words40, address: addresses }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5, selector: ({ chain }) => chain },
  ),
})
const roots = fc.record({
  state: fc.constantFrom('pending', 'onchain'),
  root: hexWords,
  strategist: addresses,
  isActive: fc.boolean(),
  setAtUnix: maybe(unix),
  setTxHash: maybe(hexWords),
  leafCount: maybe(counts),
  setBlock: maybe(blocks),
  setLogIndex: maybe(counts),
  replacedAtUnix: maybe(unix),
})
const users = fc.record({
  tenantId: fc.constant('tenant_1'),
  id: fc.constant('user_1'),
  name: words40,
  isActive: fc.boolean(),
  createdAtUnix: unix,
  role: fc.constantFrom('viewer', 'strategist', 'curator', 'admin'),
  deactivatedAtUnix: maybe(unix),
})
const keys = fc.record({
  tenantId: fc.constant('tenant_1'),
  id: fc.constant('key_1'),
  userId: fc.constant('user_1'),
  description: words40,
  prefix: words40,
  lastFour: words40,
  ratePerMinute: maybe(counts),
  createdAtUnix: unix,
  lastUsedAtUnix: maybe(unix),
  revokedAtUnix: maybe(unix),
})
const acts = fc.record({
  tenantId: fc.constant('tenant_1'),
  id: words40,
  atUnix: unix,
  actor: words40,
  act: words40,
  subject: words40,
  details: json.map((value) => JSON.stringify(value)),
})
const differences = fc.array(
  fc.record({ place: words40, field: words40, kept: maybe(words40), given: maybe(words40) }),
)
const page = { next_cursor: null, page_size: 20, has_more: false }

/** Every conversion of a row of the store: its name, the values that it makes, and their schema. */
const laws: readonly (readonly [string, fc.Arbitrary<unknown>, TSchema])[] = [
  [
    '2.9 vaults',
    vaults.map((one) => listOf(vaultSummaryOf({ kind: 'evm', vault: one }, 'acme'))),
    operations.listVaults.response,
  ],
  [
    '4.15 a vault',
    vaults.map((one) => ({ data: vaultDetailOf(one, 'acme') })),
    operations.getVault.response,
  ],
  ['2.11 roots', roots.map((one) => listOf(rootEntryOf(one))), operations.listRoots.response],
  [
    'a push',
    fc
      .record({
        root: hexWords,
        state: fc.constantFrom('pending', 'onchain'),
        isNewTree: fc.boolean(),
        isNewRoot: fc.boolean(),
        differences,
      })
      .map((one) => ({ data: treePushedOf(one) })),
    operations.pushTree.response,
  ],
  ['users', users.map((one) => ({ data: [userDataOf(one)] })), operations.listUsers.response],
  ['keys', keys.map((one) => ({ data: [apiKeyDataOf(one)] })), operations.listKeys.response],
  [
    'a key that was made',
    keys.map((one) => ({ data: { ...apiKeyDataOf(one), key: 'vw_live_x' } })),
    operations.createKey.response,
  ],
  ['acts', acts.map((one) => listOf(auditDataOf(one))), operations.listAudit.response],
]

test.each(laws)('default: %s are as their schema says, also as JSON', (_, made, schema) => {
  fc.assert(
    fc.property(made, (value) => {
      expect(Errors(schema, value)).toEqual([])
      const json: unknown = JSON.parse(JSON.stringify(value))
      expect(Errors(schema, json)).toEqual([])
      expect(Check(schema, json)).toBe(true)
    }),
    runs,
  )
})

test('behavior: 2.9 chains are in order, and links by chain are without the version', () => {
  fc.assert(
    fc.property(vaults, (vault) => {
      const { chains, links } = vaultSummaryOf({ kind: 'evm', vault }, 'acme')
      expect(chains).toEqual(vault.deployments.map(({ chain }) => chain).sort())
      expect(Object.keys(links).sort()).toEqual(chains)
      for (const chain of chains) {
        const self = `/vaults/${chain}/${vault.address}`
        expect(links[chain]).toEqual({ self, roots: `${self}/roots` })
      }
      const { deployments, ...summary } = vaultDetailOf(vault, 'acme')
      expect(summary).toEqual(vaultSummaryOf({ kind: 'evm', vault }, 'acme'))
      expect(deployments.map(({ chain }) => chain)).toEqual(chains)
    }),
    runs,
  )
})

const vault: Address = '0x1eE8DC89C0Ee0C80Cb42b10E1dD3a7Fe5B0b04F8'
const otherAddress: Address = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const root: Hex = `0x${'ab'.repeat(32)}`

test('behavior: 2.9 a vault, word by word', () => {
  const deployment = {
    queues: [],
    drones: [],
    deployedBlock: null,
    manager: otherAddress,
    accountant: null,
    teller: null,
    deployedAtUnix: null,
    strategists: [{ name: 'main', address: otherAddress }],
  } as const
  const input = {
    id: 'vault_1',
    tenantId: 'tenant_1',
    createdAtUnix: 0n,
    address: vault,
    name: 'Liquid',
    status: 'active',
    deployedAtUnix: 1_700_000_000n,
    deployments: [
      { chain: 'mainnet', ...deployment },
      { chain: 'base', ...deployment },
    ],
  } as const
  expect(vaultSummaryOf({ kind: 'evm', vault: input }, 'acme')).toEqual({
    vault_address: vault,
    name: 'Liquid',
    chains: ['base', 'mainnet'],
    tenant: 'acme',
    deployed_at: '2023-11-14T22:13:20Z',
    status: 'active',
    links: {
      base: { self: `/vaults/base/${vault}`, roots: `/vaults/base/${vault}/roots` },
      mainnet: { self: `/vaults/mainnet/${vault}`, roots: `/vaults/mainnet/${vault}/roots` },
    },
  })
})

test('behavior: 2.11 a root, word by word', () => {
  const input = {
    root,
    state: 'onchain',
    strategist: otherAddress,
    isActive: true,
    setAtUnix: 0n,
    setTxHash: null,
    leafCount: null,
    setBlock: 7n,
    setLogIndex: 2,
    replacedAtUnix: 1n,
  } as const
  expect(rootEntryOf(input)).toEqual({
    root_hash: root,
    strategist: otherAddress,
    active: true,
    set_at: '1970-01-01T00:00:00Z',
    set_tx_hash: null,
    leaf_count: null,
    block_number: 7,
    log_index: 2,
    replaced_at: '1970-01-01T00:00:01Z',
    links: { tree: `/trees/${root}` },
  })
})

function listOf(entry: unknown) {
  return { data: [entry], page }
}
