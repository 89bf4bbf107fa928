import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from '@vaultwright/base'
import { type LocalManifest, readLocalManifest } from '@vaultwright/chain'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Store } from '@vaultwright/store'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { testActor } from './harness.ts'

/** A vault of the local chain as the manifest has it. */
export type LocalVault = LocalManifest['vaults'][number]

/** The manifest of the local chain; read once. */
export const localManifest = readLocalManifest(localChainFolder)

/** Local ETH and Local USD. */
export const [localEth, localUsd] = localManifest.vaults as [LocalVault, LocalVault]

/** Of Local ETH: the strategist with the large tree, the one with the lending tree, a wallet with the same. */
export const [main, lending, wallet] = localEth.strategists.map(({ address }) => address) as [
  Address,
  Address,
  Address,
]

const definitions = join(localChainFolder, '../definitions')

/** Reads the tree that a strategist of a local vault has now. */
export function treeOfStrategist(vault: LocalVault, strategist: Address): TreeFile {
  const { tree } = vault.strategists.find(({ address }) => address === strategist)!
  return parseTreeFile(readFileSync(join(localChainFolder, tree)))
}

/** The parts that are left out of a vault which is put into a store. */
export type Seeding = {
  /** Strategists whose trees are not pushed. */
  readonly withoutTrees?: readonly Address[]
  /** Neither definition nor lock file. */
  readonly isBare?: true
}

/** Puts a vault of the local chain into a store: with its definition, its trees and its active roots. */
export async function seedLocalVault(
  store: Store,
  tenantId: string,
  { vault = localEth, ...seeding }: Seeding & { readonly vault?: LocalVault } = {},
): Promise<void> {
  const place = { chain: 'local', vault: vault.vault }
  const name = vault.name.toLowerCase().replace(' ', '-')
  const textOf = (file: string) => readFileSync(join(definitions, file), 'utf8')
  await store.vaults.put(
    tenantId,
    {
      address: vault.vault,
      name: vault.name,
      status: 'active',
      deployedAtUnix: 1767225600n,
      deployments: [
        {
          chain: 'local',
          manager: vault.manager,
          accountant: vault.accountant.address,
          teller: vault.teller,
          queues: [],
          drones: [vault.drone],
          deployedAtUnix: 1767225600n,
          deployedBlock: 1n,
          strategists: vault.strategists,
        },
      ],
      definition: seeding.isBare === true ? null : textOf(`${name}.yaml`),
      lock: seeding.isBare === true ? null : textOf('vaultwright.lock.json'),
    },
    testActor,
  )
  for (const [index, { address, root, tree }] of vault.strategists.entries()) {
    if (seeding.withoutTrees?.includes(address) !== true) {
      const file = parseTreeFile(readFileSync(join(localChainFolder, tree)))
      await store.trees.push(tenantId, { ...place, strategist: address, file }, testActor)
    }
    await setRoot(store, tenantId, { vault, strategist: address, root, block: BigInt(100 + index) })
  }
}

/** Records that a root was set on the Manager of a local vault. */
export async function setRoot(
  store: Store,
  tenantId: string,
  {
    vault,
    strategist,
    root,
    block,
  }: {
    readonly vault: LocalVault
    readonly strategist: Address
    readonly root: Hex
    readonly block: bigint
  },
): Promise<void> {
  await store.roots.set(tenantId, {
    chain: 'local',
    vault: vault.vault,
    strategist,
    root,
    block,
    atUnix: 1767225600n,
    logIndex: 0,
    txHash: null,
  })
}

/** The path of the builder for a vault of the local chain. */
export function builderPath(
  kind: 'actions' | 'execute' | 'execute-multiple' | 'simulate',
  rest: string,
): string {
  return `/v1/tx-builder/api/${kind}/local/${localEth.vault}/${rest}`
}
