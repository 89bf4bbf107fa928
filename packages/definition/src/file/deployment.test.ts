import { readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import { chains } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChainDraft, defineVault } from './define-vault.ts'
import { parseDefinition } from './definition.ts'
import { deploymentsOf } from './deployment.ts'

const local = new URL('../../../../fixtures/definitions/local-eth.yaml', import.meta.url)
const vault = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const manager = '0x822a1e3962E97B6B763f265b5526fAA5BA3d6D1C'
const main = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const drone = '0x5964E4FB15ddd597Abed756e3479454F75827EbB'

const chain: ChainDraft = {
  vault,
  manager,
  decoders: { default: drone },
  drones: { one: drone, 'the same': drone },
  strategists: {
    main: { address: main, permissions: [] },
    flash: { address: 'manager', permissions: [] },
    draft: { permissions: [] },
  },
}

test('default: every chain of a definition is a deployment, in the order of the slugs', () => {
  const slugs = chains.map(({ slug }) => slug)
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...slugs), { minLength: 1 }), (some) => {
      const draft = { name: 'V', chains: Object.fromEntries(some.map((slug) => [slug, chain])) }
      const deployments = deploymentsOf(defineVault(draft))
      const expected = some.map((slug) => slug.toLowerCase()).sort()
      expect(deployments.deployments.map((one) => one.chain)).toEqual(expected)
      expect(deployments).toMatchObject({ name: 'V', address: vault })
    }),
  )
})

test('behavior: strategists have their addresses, the Manager its own; a strategist without one holds no root', () => {
  const { deployments } = deploymentsOf(defineVault({ name: 'V', chains: { mainnet: chain } }))
  expect(deployments).toEqual([
    {
      chain: 'mainnet',
      manager,
      accountant: null,
      teller: null,
      queues: [],
      drones: [drone],
      deployedAtUnix: null,
      deployedBlock: null,
      strategists: [
        { name: 'main', address: main },
        { name: 'flash', address: manager },
      ],
    },
  ])
})

test('behavior: status and times of a vault that is known stay', () => {
  const times = { deployedAtUnix: 7n, deployedBlock: 8n }
  const extra = {
    status: 'paused',
    deployedAtUnix: 7n,
    deployments: [{ chain: 'base', ...times }],
  } as const
  const definition = defineVault({ name: 'V', chains: { base: chain, mainnet: chain } })
  const deployments = deploymentsOf(definition, extra)
  expect(deployments).toMatchObject({
    status: 'paused',
    deployedAtUnix: 7n,
    deployments: [times, { deployedAtUnix: null, deployedBlock: null }],
  })
  expect(deploymentsOf(definition)).toMatchObject({ status: 'active', deployedAtUnix: null })
})

test("behavior: the local chain's own definition", () => {
  const deployments = deploymentsOf(parseDefinition(readFileSync(local, 'utf8')))
  expect(deployments).toMatchObject({
    name: 'Local ETH',
    address: vault,
    deployments: [
      {
        chain: 'local',
        manager,
        accountant: '0x8083479A22d051e790a08469dba7597426DBbEB8',
        teller: '0x3148105744DC6192cEf52817079635E21c17e459',
        queues: [
          {
            queue: '0xbF5577Bf939de6C779644d286F37A4366b8dbe7A',
            solver: null,
            sender: null,
          },
        ],
        drones: [drone],
      },
    ],
  })
})

test('error: VaultAddressError when the chains give different addresses', () => {
  const chains = { mainnet: chain, base: { ...chain, vault: main } } as const
  expect(() => deploymentsOf(defineVault({ name: 'V', chains }))).toThrow(
    expect.objectContaining({
      code: 'vault_address',
      facts: {
        places: [
          { chain: 'mainnet', vault },
          { chain: 'base', vault: main },
        ],
      },
    }),
  )
})

test('golden: queues are read with the contracts that pay them', () => {
  const queue = '0x00000000000000000000000000000000000000A1'
  const solver = '0x00000000000000000000000000000000000000A2'
  const queues = [{ queue, solver }, { queue: solver }] as const
  const { deployments } = deploymentsOf(
    defineVault({ name: 'V', chains: { mainnet: { ...chain, queues } } }),
  )
  expect(deployments[0]?.queues).toEqual([
    { queue, solver, sender: null },
    { queue: solver, solver: null, sender: null },
  ])
})

test('refuses: a queue that is listed twice, that is the zero address, or that is no address', () => {
  const queue = '0x00000000000000000000000000000000000000A1'
  const zero = '0x0000000000000000000000000000000000000000'
  const lists: readonly (readonly { readonly queue: Address }[])[] = [
    [{ queue }, { queue }],
    [{ queue: zero }],
    [{ queue: '0x12' }],
  ]
  for (const queues of lists)
    expect(() => defineVault({ name: 'V', chains: { mainnet: { ...chain, queues } } })).toThrow(
      expect.objectContaining({ code: 'definition_file' }),
    )
})
