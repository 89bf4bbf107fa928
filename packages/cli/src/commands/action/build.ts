import {
  type ActionRequest,
  type BuildContext,
  type BuiltAction,
  buildAction,
  buildActions,
} from '@vaultwright/builder'
import { parseAddress } from '@vaultwright/merkle'
import { isSuccess, type SimulationResult } from '@vaultwright/operations'
import { chainOf } from '@vaultwright/registry'
import { verboseReportOf } from '@vaultwright/wire'
import { defineCommand, flag, list, text } from '../../command/command.ts'
import { assertGiven, UsageError } from '../../command/usage.ts'
import { blockTagOf, offlineOption } from '../../input/node-option.ts'
import { readSoundTree } from '../../input/tree.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import { buildProgress } from '../../terminal/progress.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'
import { printSimulated, simulatedJsonOf } from '../simulation/print.ts'
import {
  type ActionNodeOptions,
  actionNodeOptions,
  senderOption,
  treeOption,
  treeOptions,
} from './option.ts'
import {
  type ActionBuildOptions,
  type BuiltHere,
  interfaceJsonOf,
  readRequests,
  writeActionFiles,
} from './request.ts'
import { assertNoSolanaOptions, solanaBuildOptions } from './solana-option.ts'
import { type ActionTree, nodeOptionsOf, readActionTree, withActionTree } from './tree.ts'

export const actionBuild = defineCommand({
  name: 'action build',
  describe:
    'Builds one action, or a batch of them, as calldata for the Manager: the calls, exact approvals in front, leaves and proofs. Works offline where the values are given; --rpc-url lets balances, allowances, quotes and facts be left out. Nothing is guessed: an action that is not permitted is refused (exit 1) with the missing leaf and the nearest one, and what is wrong with the parameters (exit 3) is named all at once. With the definition of a Solana vault it builds a transaction as base64 from the digests that a node has.',
  positionals: {
    route: { optional: true, describe: 'The action, as in aave_v3/supply; --file in its place' },
  },
  options: {
    tree: treeOption,
    'manager-tree': text(
      "The tree of the Manager's own root, for what runs inside flash loans; else the definition's of the strategist manager",
      'file',
    ),
    set: list(
      'A parameter; amounts in display units, as in amount=1000.5; may be repeated',
      'name=value',
    ),
    file: text(
      'JSON list of {route, params}, run in order in one batch; - reads standard input',
      'file',
    ),
    ...treeOptions,
    ...actionNodeOptions,
    offline: offlineOption,
    from: senderOption('The strategist that sends it, for --simulate, --safe and --evidence'),
    now: text('Unix time that deadlines count from; default: now', 'seconds'),
    simulate: flag(
      'Run it on the node and on a fork of it, which must agree; needs --from and a node',
    ),
    calldata: text('Write the calldata alone, as hex: for simulate and calldata verify', 'file'),
    safe: text(
      'Write a batch file for the Safe web app; needs --chain, --definition or a node',
      'file',
    ),
    evidence: text(
      'Write leaf, proof and decoder of each call, for calldata verify --evidence',
      'file',
    ),
    ...solanaBuildOptions,
  },
  examples: [
    [
      'action build aave_v3/supply --tree tree.json --set asset=USDC --set amount=1000 --chain mainnet',
      'One action, offline',
    ],
    ['action build --file batch.json --tree tree.json --rpc-url https://… --json', 'A batch'],
    [
      'action build erc_20/transfer --tree tree.json --set to=0x… --rpc-url https://… --from 0x… --simulate',
      'With balances and quotes of a node, simulated',
    ],
    [
      'action build --file batch.json --tree tree.json --chain 1 --safe safe.json --evidence evidence.json',
      'With files for signers and reviewers',
    ],
    [
      'action build spl_token/transfer --definition solana.yaml --set token=USDC --set recipient=treasury --set amount=1.25 --rpc-url http://127.0.0.1:8899 --simulate',
      'A transaction of a Solana vault, simulated',
    ],
  ],
  run: async (args, context) => {
    if (args.definition !== undefined) {
      const { svmDefinitionIn } = await import('../solana/input/definition.ts')
      const definition = await svmDefinitionIn(args.definition, context)
      if (definition !== null) {
        const { answerSolanaBuild } = await import('./solana.ts')
        return answerSolanaBuild(definition, args, context)
      }
    }
    assertNoSolanaOptions(args)
    return answerBuild(args, context)
  },
})

export async function answerBuild(options: ActionBuildOptions, context: Context): Promise<Answer> {
  if (options.simulate) assertGiven(options.from, 'from')
  const requests = await readRequests(options, context)
  const actionTree = await readActionTree(options.tree, options, context)
  const managerTree = await managerTreeFor(requests, { options, actionTree, context })
  const now = nowOf(options.now, context)
  const nameHint = nameHintOf(actionTree)
  const others = { managerTree, now, chainHint, ...(nameHint === null ? {} : { nameHint }) }
  const batch = await built(requests, { options, actionTree, others, context })
  const simulated = options.simulate ? await simulateBuilt(batch, options, context) : null
  const here: BuiltHere = { ...batch, simulated }
  for (const { message } of here.built.warnings) {
    writeWarning(message, { context, quiet: options.quiet })
  }
  const isYes = simulated === null || isSuccess(simulated)
  const signed = isYes ? options : { ...options, safe: undefined }
  if (signed.safe !== options.safe) {
    const why = `did not write ${options.safe}: the simulation failed`
    writeWarning(why, { context, quiet: options.quiet })
  }
  await writeActionFiles(here, signed, context)
  return {
    json: () => builtJsonOf(here),
    text: (style) => textOf(here, options, style),
    exit: () => (isYes ? 0 : 1),
  }
}

const chainHint =
  'give a chain to read it from (--rpc-url, or --chain and <CHAIN>_RPC_URL of the environment)'

/** What would make more names known than the tree, the record and the files that were given. */
function nameHintOf({ chainId, definedChain }: ActionTree): string | null {
  if (chainId === null) {
    return 'Tokens and contracts have names where the chain is known: give --chain, --definition or --lock.'
  }
  if (definedChain !== null) return null
  const chain = chainOf(chainId)?.slug ?? String(chainId)
  return `The record of ${chain} does not name it; --definition and --lock may.`
}

/** The calldata last, unless it stands in a file of its own. */
function* textOf(here: BuiltHere, options: ActionBuildOptions, style: TextStyle): Iterable<string> {
  yield* printBuilt(here, style)
  if (options.calldata === undefined) yield `\n${here.built.calldata}\n`
}

/** The definition may say the Manager's own tree; it is built where something runs inside of another. */
async function managerTreeFor(
  requests: ActionRequest | readonly ActionRequest[],
  { options, actionTree, context }: Pick<Site, 'options' | 'actionTree' | 'context'>,
): Promise<BuildContext['managerTree']> {
  const path = options['manager-tree']
  if (path !== undefined) return (await readSoundTree(path, context)).tree
  const list = 'length' in requests ? requests : [requests]
  return list.some(({ params = {} }) => Object.hasOwn(params, 'actions'))
    ? actionTree.managerTree()
    : null
}

type Site = {
  readonly options: ActionBuildOptions
  readonly actionTree: ActionTree
  readonly others: Pick<BuildContext, 'managerTree' | 'now' | 'chainHint' | 'nameHint'>
  readonly context: Context
}

async function built(
  requests: ActionRequest | readonly ActionRequest[],
  { options, actionTree, others, context }: Site,
): Promise<Omit<BuiltHere, 'simulated'>> {
  const settings = { options, isNeeded: options.simulate, context }
  return withActionTree(actionTree, settings, async ({ place, chainId }) => {
    const buildContext = { ...place, ...others }
    const isBatch = 'length' in requests
    const made = isBatch
      ? await buildActions(buildContext, requests)
      : await buildAction(buildContext, requests)
    return { built: made, isBatch, context: buildContext, chainId }
  })
}

/** Runs what was built on the node and on a fork of it. */
export async function simulateBuilt(
  { built: { calldata, target }, chainId }: Omit<BuiltHere, 'simulated'>,
  options: ActionNodeOptions & Pick<ActionBuildOptions, 'from' | 'quiet'>,
  context: Context,
): Promise<SimulationResult> {
  const { simulateOnNode } = await import('../simulation/run.ts')
  const from = parseAddress(options.from)
  const request = { from, to: target, data: calldata, block: blockTagOf(options.block) }
  const progress = buildProgress(3, context, options.quiet)
  const run = { engine: 'both', request } as const
  return simulateOnNode(run, nodeOptionsOf(options, chainId), {
    context,
    progress,
    record: undefined,
    witness: undefined,
  })
}

function nowOf(word: string | undefined, context: Context): bigint {
  if (word === undefined) return BigInt(Math.floor(context.now() / 1000))
  if (/^\d{1,12}$/.test(word)) return BigInt(word)
  throw new UsageError(`--now cannot be ${JSON.stringify(word)}. Give unix seconds.`, {
    option: 'now',
    value: word,
  })
}

/** Turns what was built into the keys of the interface. */
export function builtJsonOf({ built, isBatch, simulated }: BuiltHere): Json {
  const actions = built.actions.map(verboseReportOf) as readonly Json[]
  return {
    encoded_tx_data: built.calldata,
    target: built.target,
    description: built.description,
    root: built.root,
    action_api_response: isBatch ? actions : (actions[0] ?? null),
    ...(simulated === null
      ? { simulation_skipped: true }
      : {
          ...interfaceJsonOf(simulated),
          simulation: simulatedJsonOf(simulated, { ok: isSuccess(simulated), strict: false }),
        }),
  }
}

/** Prints what was built for a person: what it does, its calls and their leaves. */
export function* printBuilt({ built, simulated }: BuiltHere, style: TextStyle): Iterable<string> {
  for (const { description } of built.actions) yield `${style.bold(printSafely(description))}\n`
  yield '\n'
  yield* printPairs(
    [
      ['to', built.target],
      ['root', built.root],
    ],
    style,
  )
  yield* printCalls(built.actions, '', style)
  if (simulated !== null) {
    yield '\n'
    yield* printSimulated(simulated, { style, strict: false })
  }
}

/** Calls are numbered as the batch runs them; what runs inside of one, under its number: 0.0, 0.1. */
function* printCalls(
  actions: readonly BuiltAction[],
  within: string,
  style: TextStyle,
): Iterable<string> {
  let at = 0
  for (const { calls, inside } of actions) {
    for (const { description, slot, leaf, target } of calls) {
      const number = `${within}${at}`.padStart(3)
      yield `\n${number}  ${printSafely(description)}\n`
      const tree = within === '' ? '' : " of the Manager's own tree"
      yield style.dim(
        `${' '.repeat(number.length)}  slot ${slot}${tree}  ${leaf.signature}  of ${target}\n`,
      )
      at += 1
    }
    yield* printCalls(inside, `${within}${at - 1}.`, style)
  }
}
