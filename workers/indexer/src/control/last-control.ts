import {
  parseControlWitness,
  replayControl,
  type SolvedControl,
  solveControl,
} from '@vaultwright/access-control'
import { type Address, BaseError, zeroAddress } from '@vaultwright/base'
import { controlTopics } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { chainOf, stateFamilyOf } from '@vaultwright/registry'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import type { ControlWatch } from '../context/control-watch.ts'
import type { Task, TenantVaultRef } from '../task/task.ts'

/** Key sets that are listed an act and delay. */
export const mostSets = 100

/**
 * Gives the last reading of a vault out of the store, computed again by the rules of this version.
 *
 * @returns null before the first; and where these rules read what its witness has not.
 */
export async function storedControl(
  { store }: Pick<IndexContext, 'store'>,
  vaultRef: TenantVaultRef,
): Promise<ControlWatch | null> {
  const stored = await store.controls.latest(vaultRef.tenantId, vaultRef)
  if (stored === null) return null
  try {
    const reading = replayControl(parseControlWitness(stored.witness), stored.blockHash)
    const { number, hash, timestamp } = reading.block
    return {
      vaultRef,
      block: { number, hash, timestamp },
      lookedTo: number,
      isComplete: reading.completeness.every(({ isComplete }) => isComplete),
      solved: { reading, answer: solveControl(reading.state, { mostSets }) },
    }
  } catch (error) {
    if (error instanceof BaseError && error.code === 'invalid_witness') return null
    throw error
  }
}

/** Tells in one question whether an account that holds powers logged a change of them since the last look. */
export async function hasControlLog(
  { chain }: Pick<IndexedChain, 'chain'>,
  { solved, lookedTo }: ControlWatch,
  head: BlockRef,
): Promise<boolean> {
  const addresses = watchedAddresses(solved)
  const range = { fromBlock: lookedTo + 1n, toBlock: head }
  const logs = await chain.readLogs({ addresses, topics: [controlTopics], ...range })
  return logs.length > 0
}

/** Accounts with code of their own: keys log nothing. */
function watchedAddresses({ reading: { state } }: SolvedControl): readonly Address[] {
  return [...state].flatMap(([address, { kind }]) =>
    kind === 'key' || kind === 'delegated' || address === zeroAddress ? [] : [address],
  )
}

/** Lists the vaults on chains whose state can be proven, each with its task. */
export async function controlTasks({
  store,
}: Pick<IndexContext, 'store'>): Promise<readonly Extract<Task, { kind: 'control.reading' }>[]> {
  const vaults = await store.vaults.everywhere()
  return vaults
    .filter(({ status }) => status !== 'retired')
    .flatMap(({ tenantId, address: vault, deployments }) =>
      deployments
        .filter(({ chain }) => stateFamilyOf(chainOf(chain)?.id ?? 0) === 'ethereum')
        .map(({ chain }) => ({ kind: 'control.reading' as const, tenantId, chain, vault })),
    )
}

/** The status of a vault's control, as this process saw it last. */
export type ControlStatus = {
  readonly vaultRef: TenantVaultRef
  readonly atUnix: bigint
  readonly isComplete: boolean
}

/** Tells what this process knows of who controls vaults, without asking a chain. */
export function controlReportOf({
  controls,
}: Pick<IndexContext, 'controls'>): readonly ControlStatus[] {
  return [...controls.values()].map(({ vaultRef, block, isComplete }) => ({
    vaultRef,
    atUnix: block.timestamp,
    isComplete,
  }))
}
