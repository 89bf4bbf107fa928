import { type Hex, isSameAddress, parseHexOf, printHex } from '@vaultwright/base'
import { type BlockRef, readManageRoot } from '@vaultwright/chain'
import {
  type ChainDefinition,
  type RootUpdate,
  rootCallsOf,
  rootHolderOf,
  type StrategistTree,
  strategistIn,
} from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress, rootOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { diffTrees, type TreeDiff } from '@vaultwright/review'
import { type SafeCall, type TimelockPair, timelockPairOf } from '@vaultwright/safe'
import type { Context } from './context.ts'
import { buildTreeFor, type DefinitionGround } from './definition-input.ts'
import { blockTagOf, onChain } from './node-input.ts'
import { isNodeWanted, type NodeWords } from './node-option.ts'
import { readSoundTree } from './tree-input.ts'
import { UsageError } from './usage.ts'

/** How a person asks for a plan. */
export type PlanWords = NodeWords & {
  readonly strategist: readonly string[]
  readonly capacity: number | undefined
  readonly 'keep-duplicates': boolean
  readonly current: readonly string[]
  readonly timelock: string | undefined
  readonly delay: number | undefined
  readonly salt: string | undefined
  readonly predecessor: string | undefined
}

/** What a definition would change, and the transactions that change it. */
export type Plan = {
  readonly chain: ChainDefinition
  readonly steps: readonly PlanStep[]
  /** The block that roots were read at; null when no node was asked. */
  readonly block: BlockRef | null
  /** Where the lock file is not what the chain answers, as sentences; empty when no node was asked. */
  readonly stale: readonly string[]
  /** What sets the roots: one call a strategist. */
  readonly calls: readonly SafeCall[]
  /** The same through a timelock; null when there is none, or nothing to do. */
  readonly timelock: TimelockPair | null
}

/** One strategist's part of a plan. */
export type PlanStep = RootUpdate & {
  readonly built: StrategistTree
  /** Against the current tree; null when its file was not given. */
  readonly diff: TreeDiff | null
  /** What deserves a look, as sentences. */
  readonly notes: readonly string[]
}

const zeroWord: Hex = `0x${'0'.repeat(64)}`

/**
 * Plans what it takes to put a definition in force.
 *
 * @throws {UsageError} for words that do not fit, and what building and asking throw.
 */
export async function planRoots(
  ground: DefinitionGround,
  chain: ChainDefinition,
  { words, context }: { readonly words: PlanWords; readonly context: Context },
): Promise<Plan> {
  const asked = new Set(words.strategist)
  const names = asked.size > 0 ? [...asked] : chain.strategists.map(({ name }) => name)
  const current = await readCurrent(words.current, names, context)
  const trees = new Map<string, StrategistTree>()
  for (const strategist of names) {
    const wish = { ...words, strategist }
    trees.set(strategist, await buildTreeFor(ground, chain, { words: wish, context }))
  }
  const now = await readChain(chain, names, { ground, words, context })
  const steps = names.map((strategist) =>
    stepOf(chain, trees.get(strategist)!, {
      ...{ strategist, file: current.get(strategist) ?? null },
      onChain: now?.roots.get(strategist) ?? null,
    }),
  )
  const calls = rootCallsOf(chain.manager, steps)
  const timelock = timelockFor(calls, words)
  return { chain, steps, block: now?.block ?? null, stale: now?.stale ?? [], calls, timelock }
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
    ...{ strategist, account, built, notes, after: built.root },
    before: onChain ?? fileRoot,
    diff: file === null ? null : diffTrees(file, built.file, { rules: ruleBook }),
  }
}

async function readCurrent(
  words: readonly string[],
  names: readonly string[],
  context: Context,
): Promise<ReadonlyMap<string, TreeFile>> {
  const found = new Map<string, TreeFile>()
  for (const word of words) {
    const at = word.indexOf('=')
    const name = at < 0 ? names[0]! : word.slice(0, at)
    if ((at < 0 && names.length !== 1) || !names.includes(name)) {
      throw new UsageError(
        `Whose tree is ${JSON.stringify(word)}? Write --current <strategist>=<file>; there is ${names.join(', ')}.`,
        { option: 'current', value: word },
      )
    }
    if (found.has(name)) {
      throw new UsageError(`--current is given twice for ${name}. Give it once.`, { value: word })
    }
    found.set(name, await readSoundTree(word.slice(at + 1), context))
  }
  return found
}

type Asking = {
  readonly ground: DefinitionGround
  readonly words: NodeWords
  readonly context: Context
}

type Now = {
  readonly block: BlockRef
  readonly roots: ReadonlyMap<string, Hex>
  readonly stale: readonly string[]
}

/** The chain is the definition's; a node is asked only when one is named. */
async function readChain(
  chain: ChainDefinition,
  names: readonly string[],
  { ground, words, context }: Asking,
): Promise<Now | null> {
  if (!isNodeWanted({ ...words, chain: undefined })) return null
  return onChain({ ...words, chain: String(chain.chain.id) }, context, async (node) => {
    const block = await node.readBlock(blockTagOf(words.block))
    const roots = new Map<string, Hex>()
    for (const name of names) {
      const strategist = rootHolderOf(chain, strategistIn(chain, name))
      if (strategist === null) continue
      const query = { manager: chain.manager, strategist, block }
      roots.set(name, (await readManageRoot(node, query)).root)
    }
    const { staleFactsOf } = await import('./definition-update.ts')
    return { block, roots, stale: await staleFactsOf(ground, chain, { node, block }) }
  })
}

function timelockFor(calls: readonly SafeCall[], words: PlanWords): TimelockPair | null {
  if (words.timelock === undefined) {
    const lonely = (['delay', 'salt', 'predecessor'] as const).find(
      (one) => words[one] !== undefined,
    )
    if (lonely === undefined) return null
    throw new UsageError(`--${lonely} is for a timelock. Give --timelock, too.`)
  }
  if (words.delay === undefined) {
    throw new UsageError('How long does the timelock wait? Give --delay in seconds.')
  }
  if (calls.length === 0) return null
  return timelockPairOf({
    ...{ timelock: parseAddress(words.timelock), calls },
    salt: wordOf('salt', words.salt),
    predecessor: wordOf('predecessor', words.predecessor),
    delaySeconds: BigInt(words.delay),
  })
}

function wordOf(option: string, text: string | undefined): Hex {
  if (text === undefined) return zeroWord
  try {
    return printHex(parseHexOf(text as Hex, 32))
  } catch {
    throw new UsageError(`--${option} must be 0x and 64 hex digits.`, { option, value: text })
  }
}
