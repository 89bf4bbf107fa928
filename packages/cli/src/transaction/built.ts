import type { BuildContext, Built, BuiltAction } from '@vaultwright/builder'
import { parseAddress } from '@vaultwright/merkle'
import { evidenceOf, printEvidence } from '@vaultwright/review'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import { verboseReportOf } from '@vaultwright/wire'
import { UsageError } from '../command/usage.ts'
import { blockTagOf } from '../input/node-option.ts'
import { nodeOptionsOf } from '../input/strategist-tree.ts'
import type { ActionNodeOptions } from '../input/tree-option.ts'
import type { Context, ExitCode, Json } from '../terminal/context.ts'
import { assertAllReplaceable, writeFileWhole } from '../terminal/output-file.ts'
import { buildProgress } from '../terminal/progress.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printPairs, printSafely } from '../terminal/table.ts'
import { writeWarning } from '../terminal/warning.ts'
import type { SimulatedHere } from './simulate.ts'

/** The result of a build, and its effect if it was simulated. */
export type BuiltHere = {
  readonly built: Built
  readonly isBatch: boolean
  readonly context: BuildContext
  /** Null when not given. */
  readonly chainId: number | null
  readonly simulated: SimulatedHere | null
}

/** The files that a build may write, and who sends it. */
export type BuiltFileOptions = {
  readonly calldata: string | undefined
  readonly safe: string | undefined
  readonly evidence: string | undefined
  readonly from: string | undefined
  readonly quiet: boolean
}

export type BuiltOptions = BuiltFileOptions & ActionNodeOptions & { readonly simulate: boolean }

/** Simulates what was built where that is wanted, and writes its files; a failed simulation leaves none to sign. */
export async function finishBuilt(
  batch: Omit<BuiltHere, 'simulated'>,
  options: BuiltOptions,
  context: Context,
): Promise<BuiltHere> {
  const simulated = options.simulate ? await simulateBuilt(batch, options, context) : null
  const here = { ...batch, simulated }
  const log = { context, quiet: options.quiet }
  // Calls of one leaf have one reason: it is said once.
  const messages = new Set(batch.built.warnings.map(({ message }) => message))
  for (const message of messages) writeWarning(message, log)
  const isRunnable = exitOf(here) === 0
  if (!isRunnable && options.safe !== undefined) {
    writeWarning(`did not write ${options.safe}: the simulation failed`, log)
  }
  await writeBuiltFiles(here, isRunnable ? options : { ...options, safe: undefined }, context)
  return here
}

/** Yes where nothing speaks against what was built. */
export function exitOf({ simulated }: BuiltHere): ExitCode {
  return simulated === null || simulated.isSuccess ? 0 : 1
}

/** Runs what was built on the node and on a fork of it. */
async function simulateBuilt(
  { built: { calldata, target }, chainId }: Omit<BuiltHere, 'simulated'>,
  options: ActionNodeOptions & Pick<BuiltFileOptions, 'from' | 'quiet'>,
  context: Context,
): Promise<SimulatedHere> {
  const { describeSimulated, simulateOnNode } = await import('./simulate.ts')
  const from = parseAddress(options.from)
  const request = { from, to: target, data: calldata, block: blockTagOf(options.block) }
  const progress = buildProgress(3, context, options.quiet)
  const run = { engine: 'both', request } as const
  const result = await simulateOnNode(run, nodeOptionsOf(options, chainId), {
    context,
    progress,
    record: undefined,
    witness: undefined,
  })
  return describeSimulated(result)
}

/** Writes the files that a build was asked for: the calldata, a batch for the Safe web app, the evidence. */
async function writeBuiltFiles(
  here: BuiltHere,
  options: BuiltFileOptions,
  context: Context,
): Promise<void> {
  const files = [
    [options.calldata, () => `${here.built.calldata}\n`],
    [options.safe, () => safeTextOf(here, options)],
    [options.evidence, () => evidenceTextOf(here, options)],
  ] as const
  // All texts before the first file: a text that cannot be made leaves no file behind.
  const texts = files.flatMap(([path, textOf]) =>
    path === undefined ? [] : [[path, textOf()] as const],
  )
  assertAllReplaceable(
    texts.map(([path, text]) => ({ path, text })),
    context,
  )
  for (const [path, text] of texts) {
    await writeFileWhole(path, [text], context)
    writeWarning(`wrote ${path}`, { context, quiet: options.quiet })
  }
}

type Sender = Pick<BuiltFileOptions, 'from'>

function safeTextOf({ built, context, chainId }: BuiltHere, { from }: Sender): string {
  if (chainId === null) {
    throw new UsageError('A Safe batch is of one chain. Say which with --chain, or give a node.')
  }
  const batch = buildSafeBatch({
    chainId,
    safe: from === undefined ? null : parseAddress(from),
    name: built.description,
    description: built.actions.map(saidOf).join('; '),
    createdAtMs: Number(context.now) * 1000,
    calls: [{ to: built.target, value: 0n, data: built.calldata }],
  })
  return printSafeBatch(batch)
}

/** Signers see only this text, so it includes the approvals in front and the calls inside a loan. */
function saidOf({ calls, inside, warnings }: BuiltAction): string {
  const descriptions = calls.map(({ description }) => description).join('; ')
  const within = inside.length === 0 ? '' : ` (inside: ${inside.map(saidOf).join('; ')})`
  return `${descriptions}${within}${warnings.map(({ message }) => `; WARNING: ${message}`).join('')}`
}

function evidenceTextOf({ built, context, chainId }: BuiltHere, { from }: Sender): string {
  const { tree, managerTree, vault, manager } = context
  const evidence = evidenceOf({
    calldata: built.calldata,
    tree,
    manager,
    vault,
    chainId,
    ...(managerTree !== null && { managerTree }),
    strategist: from === undefined ? null : parseAddress(from),
    actions: built.provenCalls.map(({ description }) => description),
  })
  return printEvidence(evidence)
}

/** Turns what was built into the keys of the interface. */
export function builtJsonOf({ built, isBatch, simulated }: BuiltHere): {
  readonly [key: string]: Json
} {
  const actions = built.actions.map(verboseReportOf) as readonly Json[]
  return {
    encoded_tx_data: built.calldata,
    target: built.target,
    description: built.description,
    root: built.root,
    action_api_response: isBatch ? actions : (actions[0] ?? null),
    ...(simulated === null ? { simulation_skipped: true } : simulated.fields),
  }
}

/** Prints what was built, and the calldata last, unless it stands in a file of its own. */
export function* printBuilt(
  here: BuiltHere,
  { calldata }: Pick<BuiltFileOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  yield* printBatch(here, style)
  if (calldata === undefined) yield `\n${here.built.calldata}\n`
}

/** Prints what was built for a person: what it does, its calls and their leaves. */
function* printBatch({ built, simulated }: BuiltHere, style: TextStyle): Iterable<string> {
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
    yield* simulated.print(style)
  }
}

/** Calls are numbered as the batch runs them; what runs inside of one, under its number: 0.0, 0.1. */
function* printCalls(
  actions: readonly BuiltAction[],
  within: string,
  style: TextStyle,
): Iterable<string> {
  let position = 0
  for (const { calls, inside } of actions) {
    for (const { description, slot, leaf, target } of calls) {
      const number = `${within}${position}`.padStart(3)
      yield `\n${number}  ${printSafely(description)}\n`
      const tree = within === '' ? '' : " of the Manager's own tree"
      yield style.dim(
        `${' '.repeat(number.length)}  slot ${slot}${tree}  ${leaf.signature}  of ${target}\n`,
      )
      position += 1
    }
    yield* printCalls(inside, `${within}${position - 1}.`, style)
  }
}
