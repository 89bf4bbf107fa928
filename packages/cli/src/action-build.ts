import {
  type ActionRequest,
  type BuildContext,
  buildAction,
  buildActions,
} from '@vaultwright/builder'
import { parseAddress } from '@vaultwright/merkle'
import { atPlace, nodeWordsOf } from './action-chain.ts'
import { writeActionFiles } from './action-file.ts'
import { type ActionGround, readGround } from './action-ground.ts'
import { readRequests } from './action-request.ts'
import type { BuildWords, BuiltHere } from './action-result.ts'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { builtJsonOf, printBuilt } from './print/action-built.ts'
import type { Ink } from './print/ink.ts'
import { buildProgress } from './progress.ts'
import { writeRemark } from './remark.ts'
import { isSuccess, type Simulated } from './simulated.ts'
import { readSoundTree } from './tree-input.ts'
import { assertGiven, UsageError } from './usage.ts'

/**
 * Answers the command `action build`.
 *
 * @throws {UsageError} when words are missing or contradict each other; what building and reading throw.
 */
export async function answerBuild(words: BuildWords, context: Context): Promise<Answer> {
  if (words.simulate) assertGiven(words.from, 'from')
  const requests = await readRequests(words, context)
  const ground = await readGround(words.tree, words, context)
  const managerTree = await managerTreeFor(requests, { words, ground, context })
  const now = nowOf(words.now, context)
  const others = { managerTree, now, chainHint }
  const found = await built(requests, { words, ground, others, context })
  const simulated = words.simulate ? await simulate(found, words, context) : null
  const here: BuiltHere = { ...found, simulated }
  for (const { message } of here.built.warnings) {
    writeRemark(message, { context, quiet: words.quiet })
  }
  const isYes = simulated === null || isSuccess(simulated)
  const signed = isYes ? words : { ...words, safe: undefined }
  if (signed.safe !== words.safe) {
    const why = `wrote no ${words.safe}: the simulation failed, and what nobody should sign is not made ready to sign`
    writeRemark(why, { context, quiet: words.quiet })
  }
  await writeActionFiles(here, signed, context)
  return {
    json: () => builtJsonOf(here),
    text: (ink) => textOf(here, words, ink),
    exit: () => (isYes ? 0 : 1),
  }
}

const chainHint = 'give a chain to read it from (--rpc-url on the command line)'

/** The calldata last, unless it stands in a file of its own. */
function* textOf(here: BuiltHere, words: BuildWords, ink: Ink): Iterable<string> {
  yield* printBuilt(here, ink)
  if (words.calldata === undefined) yield `\n${here.built.calldata}\n`
}

/** The definition may say the Manager's own tree; it is built where something runs inside of another. */
async function managerTreeFor(
  requests: ActionRequest | readonly ActionRequest[],
  { words, ground, context }: Pick<Site, 'words' | 'ground' | 'context'>,
): Promise<BuildContext['managerTree']> {
  const path = words['manager-tree']
  if (path !== undefined) return (await readSoundTree(path, context)).tree
  const list = 'length' in requests ? requests : [requests]
  return list.some(({ params = {} }) => Object.hasOwn(params, 'actions'))
    ? ground.managerTree()
    : null
}

type Site = {
  readonly words: BuildWords
  readonly ground: ActionGround
  readonly others: Pick<BuildContext, 'managerTree' | 'now' | 'chainHint'>
  readonly context: Context
}

async function built(
  requests: ActionRequest | readonly ActionRequest[],
  { words, ground, others, context }: Site,
): Promise<Omit<BuiltHere, 'simulated'>> {
  const manner = { words, isNeeded: words.simulate, context }
  return atPlace(ground, manner, async ({ place, chainId }) => {
    const known = { ...place, ...others }
    const isBatch = 'length' in requests
    const made = isBatch ? await buildActions(known, requests) : await buildAction(known, requests)
    return { built: made, isBatch, context: known, chainId }
  })
}

async function simulate(
  { built: { calldata, target }, chainId }: Omit<BuiltHere, 'simulated'>,
  words: BuildWords,
  context: Context,
): Promise<Simulated> {
  const [{ runSimulation }, { blockTagOf }] = await Promise.all([
    import('./simulate.ts'),
    import('./node-input.ts'),
  ])
  const from = parseAddress(words.from)
  const request = { from, to: target, data: calldata, block: blockTagOf(words.block) }
  const progress = buildProgress(3, context, words.quiet)
  const run = { engine: 'both', request } as const
  return runSimulation(run, nodeWordsOf(words, chainId), { context, progress, record: undefined })
}

function nowOf(word: string | undefined, context: Context): bigint {
  if (word === undefined) return BigInt(Math.floor(context.now() / 1000))
  if (/^\d{1,12}$/.test(word)) return BigInt(word)
  throw new UsageError(`--now cannot be ${JSON.stringify(word)}. Give unix seconds.`, {
    option: 'now',
    value: word,
  })
}
