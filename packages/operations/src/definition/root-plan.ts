import { type Hex, isSameAddress, printHex } from '@vaultwright/base'
import { type Chain, readManageRoot } from '@vaultwright/chain'
import {
  type ChainDefinition,
  type RootUpdate,
  rootCallsOf,
  rootHolderOf,
  type StrategistTree,
  strategistIn,
} from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { compareTrees, type TreeComparison } from '@vaultwright/review'
import { type SafeCall, type TimelockPair, timelockPairOf } from '@vaultwright/safe'

/** The changes of a definition, and the transactions that make them. */
export type Plan = {
  readonly chain: ChainDefinition
  readonly steps: readonly PlanStep[]
  /** The block that roots were read at; null when no node was asked. */
  readonly block: BlockRef | null
  /** The differences between the lock file and the chain, as sentences; empty if no node was asked. */
  readonly stale: readonly string[]
  /** The calls that set the roots: one a strategist. */
  readonly calls: readonly SafeCall[]
  /** The same through a timelock; null when there is none, or nothing to do. */
  readonly timelock: TimelockPair | null
}

/** One strategist's part of a plan. */
export type PlanStep = RootUpdate & {
  readonly built: StrategistTree
  /** Against the current tree; null when its file was not given. */
  readonly diff: TreeComparison | null
  /** Notes, as sentences. */
  readonly notes: readonly string[]
}

/** A strategist whose root is planned: the tree built, and the tree in force where its file is known. */
export type PlannedStrategist = {
  readonly strategist: string
  readonly built: StrategistTree
  readonly current: TreeFile | null
}

/** The roots on chain at a block, by strategist, and where the lock file differs. */
export type RootsOnChain = Pick<Plan, 'block' | 'stale'> & {
  readonly roots: ReadonlyMap<string, Hex>
}

/** The parameters of a timelock operation, its calls left out. */
export type TimelockOptions = Omit<Parameters<typeof timelockPairOf>[0], 'calls'>

/** Plans the root changes that put a definition in force. Without `onChain` each known tree counts as in force. */
export function planRoots(
  chain: ChainDefinition,
  strategists: readonly PlannedStrategist[],
  options: { readonly onChain: RootsOnChain | null; readonly timelock: TimelockOptions | null },
): Plan {
  const { onChain } = options
  const steps = strategists.map(({ strategist, built, current }) =>
    stepOf(chain, built, {
      strategist,
      file: current,
      onChain: onChain?.roots.get(strategist) ?? null,
    }),
  )
  const calls = rootCallsOf(chain.manager, steps)
  const timelock =
    options.timelock === null || calls.length === 0
      ? null
      : timelockPairOf({ ...options.timelock, calls })
  return {
    chain,
    steps,
    block: onChain?.block ?? null,
    stale: onChain?.stale ?? [],
    calls,
    timelock,
  }
}

/** Reads the roots of strategists at a block. Strategists without an address are left out. */
export async function readRoots(
  node: Chain,
  chain: ChainDefinition,
  { names, block }: { readonly names: readonly string[]; readonly block: BlockRef },
): Promise<ReadonlyMap<string, Hex>> {
  const roots = new Map<string, Hex>()
  for (const name of names) {
    const strategist = rootHolderOf(chain, strategistIn(chain, name))
    if (strategist === null) continue
    const query = { manager: chain.manager, strategist, block }
    roots.set(name, (await readManageRoot(node, query)).root)
  }
  return roots
}

type Before = {
  readonly strategist: string
  readonly file: TreeFile | null
  readonly onChain: Hex | null
}

function stepOf(
  chain: ChainDefinition,
  built: StrategistTree,
  { strategist, file, onChain }: Before,
): PlanStep {
  const account = rootHolderOf(chain, strategistIn(chain, strategist))
  const fileRoot = file === null ? null : printHex(rootOf(file.tree.tree))
  const notes = built.findings.map(({ message }) => message)
  if (account === null) {
    notes.push('The definition does not say the address of this strategist: no call is made.')
  }
  if (fileRoot !== null && onChain !== null && fileRoot !== onChain) {
    notes.push(`The current tree has root ${fileRoot}, but the chain has ${onChain}.`)
  }
  const { manager, vault } = file?.metadata ?? {}
  const isOther =
    (vault != null && !isSameAddress(vault, chain.vault)) ||
    (manager != null && !isSameAddress(manager, chain.manager))
  if (isOther) notes.push('The current tree is of another vault or Manager.')
  return {
    strategist,
    account,
    built,
    notes,
    after: built.root,
    before: onChain ?? fileRoot,
    diff:
      file === null
        ? null
        : compareTrees(file, built.file, { rules: ruleBook, chainId: chain.chain.id }),
  }
}
