import type { Finality } from '@vaultwright/chain'
import type { IndexWorld } from '../support/index-world/index-world.ts'
import type { Branch } from '../support/index-world/index-world-branch.ts'
import type { FastClock } from '../support/index-world/index-world-clock.ts'
import type { IndexHome } from '../support/index-world/index-world-home.ts'
import type { Dice } from '../support/index-world/index-world-random.ts'
import type { IndexTables } from '../support/index-world/index-world-row.ts'
import type { IndexWorker, WorkerPlan } from '../support/index-world/index-world-worker.ts'
import type { FaultyNode } from '../support/node/faulty-node.ts'

/** The kinds of faults, in the table's words. */
export const faultKinds = [
  ...(['kill', 'SIGKILL', 'RPC 429', 'RPC 500', 'RPC timeout', 'RPC cut off'] as const),
  ...(['RPC garbage', 'RPC truncated', 'RPC quota', 'RPC answer lost', 'RPC wrong type'] as const),
  ...(['RPC shuffled', 'lagging head', 'node away', 'other chain', 'pruned history'] as const),
  ...(['reorg above final', 'reorg of final', 'duplicates', 'two workers'] as const),
  ...(['clock jump', 'database busy', 'Redis restart', 'Redis flush'] as const),
] as const

/** One of them. */
export type FaultKind = (typeof faultKinds)[number]

/** A reading that stood when the chain under it was replaced. */
export type ReplacedBlock = { readonly vault: string; readonly day: string; readonly hash: string }

/** The context of a schedule. */
export type ScenarioContext = {
  readonly world: IndexWorld
  readonly home: IndexHome
  readonly node: FaultyNode
  readonly clock: FastClock
  readonly dice: Dice
  readonly finality: Finality
  /** The end of the chain that may be replaced; null when it stays. */
  readonly branch: Branch | null
  /** Told what is being done, so that a schedule that hangs can say where. */
  readonly report: (step: string) => void
  readonly strike: (kind: FaultKind, times?: number) => void
  /** Days that workers told to have read. */
  readonly countDays: (days: number) => void
  /** The parked work that operators found, as `code`. */
  readonly parked: Set<string>
  readonly replacedBlocks: ReplacedBlock[]
}

/** The outcome of a schedule. */
export type Outcome = {
  readonly seed: number
  readonly scenario: string
  readonly faultCounts: ReadonlyMap<FaultKind, number>
  readonly days: number
  readonly requests: number
  readonly revisions: number
  readonly lost: number
  readonly doubled: number
  /** Everything that is not as it should be, in words. */
  readonly problems: readonly string[]
  readonly ms: number
}

/** Plays a part of a schedule: strikes, with workers at work. */
export type ScenarioAct = (context: ScenarioContext) => Promise<void>

/** Tells what a chain's undisturbed history is. */
export type Undisturbed = (context: ScenarioContext) => Promise<IndexTables>

/** The plan of every worker of a scenario. */
export function planOn(context: ScenarioContext, more: Partial<WorkerPlan> = {}): WorkerPlan {
  const { home, world, node, clock, finality } = context
  return { home, manifest: world.manifest, url: node.url, clock, finality, ...more }
}

/** Counts what a worker that ends has done. */
export function countOf({ events }: Pick<IndexWorker, 'events'>): number {
  return events.filter(({ event }) => event === 'day_indexed').length
}

/** Does the work of `index repair`: what was given up is tried afresh. @returns codes of what was. */
export async function repair({ home }: Pick<ScenarioContext, 'home'>): Promise<readonly string[]> {
  const store = await home.open()
  const codes: string[] = []
  for (const vaultRef of home.places) {
    for (const { state, code, kind, day } of await store.failures.list(home.tenantId, vaultRef)) {
      if (state !== 'parked') continue
      codes.push(code)
      await store.failures.clear(home.tenantId, { ...vaultRef, kind, day })
    }
  }
  await store.close()
  return codes
}
