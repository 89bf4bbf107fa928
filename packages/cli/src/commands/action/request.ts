import {
  type ActionRequest,
  type BuildContext,
  type Built,
  type BuiltAction,
  requestsOf,
} from '@vaultwright/builder'
import { parseAddress } from '@vaultwright/merkle'
import { isAgreed, type SimulationResult, simulationsIn } from '@vaultwright/operations'
import { evidenceOf, printEvidence } from '@vaultwright/review'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import {
  enginesDiffer,
  simulatedFieldsOf,
  simulationStatusOf,
  verboseFieldsOf,
} from '@vaultwright/wire'
import { UsageError } from '../../command/usage.ts'
import { parseJson, readInput, textOf } from '../../input/input.ts'
import { ShapeError } from '../../input/shape.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { assertAllReplaceable, writeFileWhole } from '../../terminal/output-file.ts'
import { writeWarning } from '../../terminal/warning.ts'
import type { ActionNodeOptions, ActionTreeOptions } from './option.ts'

export type RequestOptions = {
  readonly route: string | undefined
  readonly set: readonly string[]
  readonly file: string | undefined
}

/** Reads the request: one action from arguments, or a batch from a file. */
export async function readRequests(
  { route, set, file }: RequestOptions,
  context: Context,
): Promise<ActionRequest | readonly ActionRequest[]> {
  if ((route === undefined) === (file === undefined)) {
    throw new UsageError(
      route === undefined
        ? 'There is nothing to build. Give a route, or --file with a batch.'
        : 'A route and --file are given. Give one of them.',
    )
  }
  if (route !== undefined) return { route, params: paramsOf(set) }
  if (set.length > 0) throw new UsageError('--set belongs to a route. Leave it out with --file.')
  const text = textOf(await readInput(file!, context), file!)
  const value = parseJson(text, file!)
  const long = longNumberIn(text)
  if (long !== null) {
    throw new ShapeError(file!, `${long} as a text`, value)
  }
  const requests = requestsOf(value)
  if (requests === null) throw new ShapeError(file!, 'a list of {route, params}', value)
  return requests
}

/** JSON rounds numbers of more digits in silence: `0.10000000000000000001` would be 0.1. */
function longNumberIn(text: string): string | null {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const numbers = bare.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []
  return (
    numbers.find(
      (one) =>
        one
          .replace(/[eE].*$/, '')
          .replace(/\D/g, '')
          .replace(/^0+/, '').length > 15,
    ) ?? null
  )
}

function paramsOf(set: readonly string[]): Readonly<Record<string, string>> {
  const params = new Map<string, string>()
  for (const word of set) {
    const at = word.indexOf('=')
    const name = word.slice(0, Math.max(at, 0)).trim()
    if (name === '') {
      throw new UsageError(`--set cannot be ${JSON.stringify(word)}. Give it as in amount=1000.`)
    }
    if (params.has(name)) throw new UsageError(`--set ${name} is given twice. Give it once.`)
    params.set(name, word.slice(at + 1))
  }
  return Object.fromEntries(params)
}

/** Writes the files that a build was asked for: the calldata, a batch for the Safe web app, the evidence. */
export async function writeActionFiles(
  here: BuiltHere,
  options: Pick<ActionBuildOptions, 'calldata' | 'safe' | 'evidence' | 'from' | 'quiet'>,
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

type Sender = Pick<ActionBuildOptions, 'from'>

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

export type ActionBuildOptions = ActionTreeOptions &
  ActionNodeOptions &
  RequestOptions & {
    readonly tree: string | undefined
    readonly 'manager-tree': string | undefined
    readonly from: string | undefined
    readonly now: string | undefined
    readonly simulate: boolean
    readonly safe: string | undefined
    readonly calldata: string | undefined
    readonly evidence: string | undefined
    readonly quiet: boolean
  }

export type BuiltHere = {
  readonly built: Built
  readonly isBatch: boolean
  readonly context: BuildContext
  /** Null when not given. */
  readonly chainId: number | null
  readonly simulated: SimulationResult | null
}

/** Turns a simulation into the keys of the interface. */
export function interfaceJsonOf({ answer, units }: SimulationResult): {
  readonly [key: string]: Json
} {
  const [first] = simulationsIn(answer)
  const simulation = first!
  const { vault } = simulation
  const differ = !isAgreed(answer)
  const status = differ ? enginesDiffer : simulationStatusOf(simulation.outcome)
  return {
    ...simulatedFieldsOf(simulation, { status, url: null }),
    ...verboseFieldsOf(simulation, vault === null ? null : { vault, units, prices: new Map() }),
  }
}
