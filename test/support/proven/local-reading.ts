import {
  type Chain,
  openChain,
  openCountingRpc,
  proveReading,
  runReading,
  warmHintOf,
} from '@vaultwright/chain'
import {
  claimsOf,
  joinReadings,
  knownFactsOf,
  type PositionResult,
  readAccountant,
  readSubject,
  subjectsOf,
} from '@vaultwright/protocols'
import type { Hardfork } from '@vaultwright/registry'
import { expect, onTestFinished } from 'vitest'
import { localTree, startChainBy } from '../node/local-chain.ts'

type VaultEntry = Awaited<ReturnType<typeof startChainBy>>['manifest']['vaults'][number]

/** Every position that the trees of a vault ever permitted, and its base asset wherever it lies. */
function subjectsFor({ vault, manager, drone, strategists, base }: VaultEntry) {
  const names = new Set(strategists.map(({ tree }) => tree.replace(/^trees\/|\.json$/g, '')))
  const owner = { vault, manager, drones: [drone] }
  const claims = [...names].flatMap((name) =>
    claimsOf(localTree(name).tree.leaves, { owner, knownFacts: knownFactsOf(31337) }),
  )
  return subjectsOf(claims, vault, [base.address])
}

function* readAll(entry: VaultEntry, atUnix: bigint) {
  const subjects = subjectsFor(entry)
  const positions = joinReadings<PositionResult>(
    subjects.map((subject) => readSubject(subject, { atUnix })),
  )
  const [accountant] = yield* joinReadings([readAccountant(entry.accountant.address, entry.vault)])
  return { accountant, positions: yield* positions }
}

/** The cost of a proven reading. */
type ReadingCost = {
  readonly coldRounds: number
  readonly warmRounds: number
  readonly calls: number
  readonly accounts: number
  readonly slots: number
  readonly codes: number
}

/** Holds every reader of both vaults of the local chain, run on proven state, against `eth_call` at the same block. */
export async function proveLocalReadings(
  hardfork: Hardfork,
): Promise<Readonly<Record<string, ReadingCost>>> {
  const local = await startChainBy(hardfork)
  onTestFinished(() => local.anvil.close())
  if (hardfork !== 'cancun') await local.anvil.rpc.ask([{ method: 'evm_mine', params: [] }])
  const { rpc, counts } = openCountingRpc(local.anvil.rpc)
  const chain: Chain = await openChain(rpc, { id: local.manifest.chainId })
  const block = await chain.readBlock('latest')
  const costs: Record<string, ReadingCost> = {}
  for (const entry of local.manifest.vaults) {
    const byNode = await runReading(chain, readAll(entry, block.timestamp), block)
    const options = { block, hardfork }
    const start = counts().asks
    const cold = await proveReading(chain, readAll(entry, block.timestamp), options)
    const middle = counts().asks
    expect(cold.found).toEqual(byNode.found)
    expect(cold.found.positions.flatMap(({ holdings }) => holdings).length).toBeGreaterThan(5)
    expect(cold.unknowable).toEqual([])
    expect(cold.callCount).toBe(byNode.calls.length)
    const warm = await proveReading(chain, readAll(entry, block.timestamp), {
      ...options,
      warm: warmHintOf(cold),
    })
    expect(warm.found).toEqual(byNode.found)
    expect(warm.witness).toEqual(cold.witness)
    costs[entry.name] = {
      coldRounds: middle - start,
      warmRounds: counts().asks - middle,
      calls: cold.callCount,
      accounts: cold.reads.accounts.size,
      slots: cold.reads.slots.size,
      codes: cold.witness.codes.length,
    }
  }
  return costs
}
