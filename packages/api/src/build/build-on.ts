import { BaseError } from '@vaultwright/base'
import {
  type BuildContext,
  type Built,
  InvalidParametersError,
  type ParameterProblem,
  type Reads,
  type TreeContext,
} from '@vaultwright/builder'
import type { ChainAccess } from '../node/chains.ts'
import { openLazyBlock } from '../node/lazy-read.ts'
import { NodeSilentError, withinShare } from '../node/node-share.ts'
import { RequestInvalidError } from '../request/request-check.ts'
import type { ApiContext } from '../service/context.ts'
import type { StrategistContext } from '../service/strategist-context.ts'

/** The work of a build. */
export type BuildWork = {
  readonly build: (context: BuildContext) => Promise<Built>
  /** True if the caller leaves the simulation out: the node is asked only for values that are left out. */
  readonly skipsSimulation: boolean
}

/** Milliseconds that a build without a simulation waits for a node. */
const quickShareMs = 1_000

/**
 * Builds with what a strategist may do, at one block of the chain where there is one.
 *
 * Without a simulation, a request that gives every value is built without asking the node at all.
 *
 * If a node fails, or does not answer in its share of the time, the calldata is built without it where that
 * is possible, with a warning. For a while no request waits for that node again.
 *
 * @throws {RequestInvalidError} with every problem of the parameters.
 * @throws {NodeMissingError} {NodeSilentError} when only a node could tell what is missing; else what building
 *   and reading throw.
 */
export async function buildOn(
  context: ApiContext,
  strategistContext: StrategistContext,
  { build, skipsSimulation }: BuildWork,
): Promise<Built> {
  const { chain } = strategistContext.deployment
  const access = context.chains.of(chain)
  const managerTree = await strategistContext.managerTree()
  const run = (
    treeContext: Omit<TreeContext, 'reads'>,
    source: Pick<BuildContext, 'reads' | 'readNow'>,
  ) =>
    build({
      ...treeContext,
      ...source,
      managerTree,
      chainHint: `have a node configured for ${chain}`,
      now: context.now(),
    })
  try {
    if (access === null) {
      return await run(await strategistContext.readTreeContext(), { reads: null })
    }
    const buildOffline = () => run(strategistContext.cachedTreeContext(), { reads: null })
    // A deadline counts from a block, so it is no reason to do without the node.
    const buildTimeless = () =>
      run(strategistContext.cachedTreeContext(), { reads: null, readNow: refuseClock })
    const offline = skipsSimulation ? await tryBuild(buildTimeless) : null
    if (offline !== null) return offline
    const failures = new WeakSet<BaseError>()
    const block = openLazyBlock(access)
    const reads: Reads = (calls) => notingFailure(block.reads(calls), failures)
    const readNow = () => notingFailure(block.readTime(), failures)
    const buildWithNode = async () =>
      run(await strategistContext.readTreeContext(), { reads, readNow })
    const { nodeShareMs } = context.config
    const shareMs = skipsSimulation ? Math.min(nodeShareMs, quickShareMs) : nodeShareMs
    return await buildWithin({ context, access, buildWithNode, buildOffline, failures, shareMs })
  } catch (error) {
    if (!(error instanceof InvalidParametersError)) throw error
    throw problemsOf(error.problems, chain)
  }
}

type Builds = {
  readonly context: ApiContext
  readonly access: ChainAccess
  /** With the node. */
  readonly buildWithNode: () => Promise<Built>
  /** With what is known without it. */
  readonly buildOffline: () => Promise<Built>
  /** The errors that asking the node threw. */
  readonly failures: WeakSet<BaseError>
  readonly shareMs: number
}

/** The time in which no request waits for a node that failed or was late. */
const unresponsiveSeconds = 10n

async function buildWithin(builds: Builds): Promise<Built> {
  const { context, access, buildWithNode, buildOffline, failures, shareMs } = builds
  if (context.now() < access.memory.unresponsiveUntilUnix) {
    const built = await tryReadableBuild(buildOffline)
    if (built !== null) return withoutNode(built, access.slug)
  }
  let failure: BaseError
  try {
    const answer = await withinShare(buildWithNode(), shareMs)
    if (answer !== null) {
      access.memory.unresponsiveUntilUnix = 0n
      return answer.value
    }
    failure = new NodeSilentError(access.slug, shareMs)
  } catch (error) {
    if (!(error instanceof BaseError) || !failures.has(error)) throw error
    failure = error
  }
  access.memory.unresponsiveUntilUnix = context.now() + unresponsiveSeconds
  const built = await tryReadableBuild(buildOffline)
  if (built === null) throw failure
  return withoutNode(built, access.slug)
}

async function notingFailure<Value>(
  reading: Promise<Value>,
  failures: WeakSet<BaseError>,
): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof BaseError) failures.add(error)
    throw error
  }
}

function refuseClock(): Promise<bigint> {
  return Promise.reject(new BlockTimeMissingError())
}

/** Without the node less is known, so what it refuses may be right. */
async function tryBuild(buildOffline: () => Promise<Built>): Promise<Built | null> {
  try {
    return await buildOffline()
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return null
  }
}

/** As `tryBuild`, but wrong values are surely wrong. */
async function tryReadableBuild(buildOffline: () => Promise<Built>): Promise<Built | null> {
  try {
    return await buildOffline()
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const isWrong =
      error instanceof InvalidParametersError &&
      error.problems.some(({ isReadable }) => isReadable !== true)
    if (isWrong) throw error
    return null
  }
}

/** The warning stands with the action that ends the batch. */
function withoutNode(built: Built, chain: string): Built {
  const warning = {
    code: 'node_silent',
    severity: 'warning' as const,
    leaf: null,
    message: `The node of ${chain} did not answer: decimals and allowances are not compared with the chain, and deadlines count from the clock of the service.`,
    facts: { chain },
  }
  const actions = built.actions.map((action, at) =>
    at < built.actions.length - 1 ? action : { ...action, warnings: [...action.warnings, warning] },
  )
  return { ...built, actions }
}

function problemsOf(problems: readonly ParameterProblem[], chain: string): BaseError {
  if (problems.every(({ isReadable }) => isReadable)) {
    return new NodeMissingError(problems, chain)
  }
  return new RequestInvalidError(
    problems.map(({ loc, msg, type, input, ctx }) => ({
      loc: ['body', ...loc],
      msg,
      type,
      ...(input !== undefined && { input }),
      ...(ctx !== undefined && { ctx: { ...ctx } }),
    })),
  )
}

/** Only a node could fill in the missing values, and there is none. */
export class NodeMissingError extends BaseError {
  override readonly code = 'node_missing'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly ParameterProblem[], chain: string) {
    const lines = problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    super({
      message: `No node is configured for ${chain}, and what is left out cannot be read. ${lines.join(' ')}`,
      facts: { chain, parameters: problems.map(({ loc }) => loc.join('.')) },
    })
  }
}

/** A deadline counts from the time of a block, and the node was not asked yet. */
class BlockTimeMissingError extends BaseError {
  override readonly code = 'block_time_missing'
  override readonly kind = 'unavailable'

  constructor() {
    super({ message: 'A deadline counts from a block. Ask the node for its time.', facts: {} })
  }
}
