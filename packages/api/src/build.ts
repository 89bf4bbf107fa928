import { type Address, BaseError } from '@vaultwright/base'
import {
  type BuildContext,
  type Built,
  constraintsOf,
  InvalidParametersError,
  type Manifest,
  manifestOf,
  type Problem,
  type Reads,
  RouteNotPermittedError,
  type TreeContext,
  UnknownRouteError,
} from '@vaultwright/builder'
import { actionOf } from '@vaultwright/protocols'
import { wireManifestOf } from '@vaultwright/wire'
import type { ChainAccess } from './chain-access.ts'
import type { ApiConfig } from './config.ts'
import type { ApiContext } from './context.ts'
import { onceFor } from './kept.ts'
import { lazyReads } from './lazy-read.ts'
import { NodeSilentError, withinShare } from './node-share.ts'
import { RequestInvalidError } from './request-check.ts'
import {
  ActiveTreeMissingError,
  readsFor,
  type StrategistGround,
  strategistGroundOf,
  type VaultGround,
} from './strategist-ground.ts'

/**
 * Says what a strategist may do.
 *
 * @param context - the chains: where there is one to ask, more may be left out.
 * @param ground - the strategist's.
 * @returns JSON of the manifest, made once.
 */
export async function manifestTextOf(
  context: ApiContext,
  ground: StrategistGround,
): Promise<string> {
  const manifest = await manifestFor(context, ground)
  return onceFor(manifest, 'text', () => JSON.stringify(wireManifestOf(manifest)))
}

/**
 * Says which values of a route go together.
 *
 * @param ground - the strategist's.
 * @param route - any text.
 * @returns JSON of the constraints, made once.
 * @throws {ConstraintsMissingError} when every mix can be built, or the route is none that is permitted.
 */
export async function constraintsTextOf(ground: StrategistGround, route: string): Promise<string> {
  const place = await ground.place()
  // Only names of routes that exist are kept: callers choose the others.
  if (actionOf(route) === null) throw new ConstraintsMissingError(route)
  const text = onceFor(place, `constraints ${route}`, () => {
    try {
      const constraints = constraintsOf({ ...place, reads: null }, route)
      return constraints === null ? null : JSON.stringify({ route, constraints })
    } catch (error) {
      if (error instanceof RouteNotPermittedError) return null
      throw error
    }
  })
  if (text === null) throw new ConstraintsMissingError(route)
  return text
}

/**
 * Tells whether nothing of a chain is known but what is stored.
 *
 * @param context - the chains.
 * @param chain - slug.
 * @returns true without a node.
 */
export function isOffline(context: ApiContext, chain: string): boolean {
  return readsFor(context, chain) === null
}

/** What is to be built. */
export type BuildWork = {
  readonly build: (place: BuildContext) => Promise<Built>
  /** The node's share of the time, milliseconds. */
  readonly shareMs: number
}

/** Whoever leaves the simulation out wants an answer soon. */
const quickShareMs = 1_000

/**
 * Says how long a build may wait for a node.
 *
 * @param config - the share of a node.
 * @param body - of the request.
 * @returns milliseconds.
 */
export function nodeShareOf(
  { nodeShareMs }: Pick<ApiConfig, 'nodeShareMs'>,
  { skip_sim: skipSim }: { readonly skip_sim?: boolean },
): number {
  return skipSim === true ? Math.min(nodeShareMs, quickShareMs) : nodeShareMs
}

/** What was built. */
export type BuildResult = {
  readonly built: Built
  /** Whether it is the same at any time: no chain was asked, and no clock. */
  readonly lasts: boolean
}

/**
 * Builds with what a strategist may do, at one block of the chain where there is one.
 *
 * A node that fails, or does not answer in its share of the time, is no reason to refuse what can be built
 * without it: what is built then says so in a warning. For a while nobody waits for that node again.
 *
 * @param context - the chains and the clock.
 * @param ground - the strategist's.
 * @param work - what is built, and how long it may wait for the node.
 * @returns what was built.
 * @throws {RequestInvalidError} with every problem of the parameters.
 * @throws {NodeMissingError} {NodeSilentError} when only a node could tell what is missing; else what building
 *   and reading throw.
 */
export async function buildOn(
  context: ApiContext,
  ground: StrategistGround,
  { build, shareMs }: BuildWork,
): Promise<BuildResult> {
  const { chain } = ground.deployment
  const access = context.chains.of(chain)
  const managerTree = await ground.managerTree()
  let isTimed = false
  const run = (place: Omit<TreeContext, 'reads'>, reads: TreeContext['reads']) =>
    build({
      ...{ ...place, reads, managerTree, chainHint: `have a node configured for ${chain}` },
      get now() {
        isTimed = true
        return context.now()
      },
    })
  try {
    if (access === null) {
      const built = await run(await ground.place(), null)
      return { built, lasts: !isTimed }
    }
    const failures = new WeakSet<BaseError>()
    const reads = notingFailures(lazyReads(access), failures)
    const asking = async () => run(await ground.place(), reads)
    const alone = () => run(ground.settled(), null)
    return { built: await buildWithin({ context, access, asking, alone, failures, shareMs }), lasts: false }
  } catch (error) {
    if (!(error instanceof InvalidParametersError)) throw error
    throw problemsOf(error.problems, chain)
  }
}

type Builds = {
  readonly context: ApiContext
  readonly access: ChainAccess
  /** With the node. */
  readonly asking: () => Promise<Built>
  /** With what is known without it. */
  readonly alone: () => Promise<Built>
  /** What asking the node threw. */
  readonly failures: WeakSet<BaseError>
  readonly shareMs: number
}

/** Until when nobody waits for a node that failed or was late, unix seconds. */
const silentUntil = new WeakMap<ChainAccess, bigint>()
const silentSeconds = 10n

async function buildWithin(builds: Builds): Promise<Built> {
  const { context, access, asking, alone, failures, shareMs } = builds
  if (context.now() < (silentUntil.get(access) ?? 0n)) {
    const built = await orNull(alone)
    if (built !== null) return withoutNode(built, access.slug)
  }
  let failure: BaseError
  try {
    const answer = await withinShare(asking(), shareMs)
    if (answer !== null) {
      silentUntil.delete(access)
      return answer.value
    }
    failure = new NodeSilentError(access.slug, shareMs)
  } catch (error) {
    if (!(error instanceof BaseError) || !failures.has(error)) throw error
    failure = error
  }
  silentUntil.set(access, context.now() + silentSeconds)
  const built = await orNull(alone)
  if (built === null) throw failure
  return withoutNode(built, access.slug)
}

function notingFailures(reads: Reads, failures: WeakSet<BaseError>): Reads {
  return async (calls) => {
    try {
      return await reads(calls)
    } catch (error) {
      if (error instanceof BaseError) failures.add(error)
      throw error
    }
  }
}

/** Without the node less is known, so what it refuses may be right: only wrong values are surely wrong. */
async function orNull(alone: () => Promise<Built>): Promise<Built | null> {
  try {
    return await alone()
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
    ...{ code: 'node_silent', severity: 'warning' as const, leaf: null },
    message: `The node of ${chain} did not answer: decimals and allowances are not compared with the chain.`,
    facts: { chain },
  }
  const actions = built.actions.map((action, at) =>
    at < built.actions.length - 1 ? action : { ...action, warnings: [...action.warnings, warning] },
  )
  return { ...built, actions }
}

/**
 * Finds the one strategist who may take a route. The Manager, whose own tree serves flash loans, is none.
 *
 * @param context - the store.
 * @param vault - the vault.
 * @param route - that is asked for.
 * @returns the strategist's ground; the only strategist's own where there is one, whatever it permits.
 * @throws {UnknownRouteError} when no protocol has the route.
 * @throws {RouteStrategistError} when none may take it, or several may.
 */
export async function groundForRoute(
  context: ApiContext,
  vault: VaultGround,
  route: string,
): Promise<StrategistGround> {
  const grounds: StrategistGround[] = []
  for (const { strategist } of vault.active) {
    if (strategist === vault.deployment.manager) continue
    const found = await groundOrNull(context, vault, strategist)
    if (found !== null) grounds.push(found)
  }
  const [only, ...others] = grounds
  if (only !== undefined && others.length === 0) return only
  const manifests = await Promise.all(grounds.map((one) => manifestFor(context, one)))
  if (actionOf(route) === null) {
    throw new UnknownRouteError(route, [...new Set(manifests.flatMap(Object.keys))])
  }
  const able = grounds.filter((_, at) => Object.hasOwn(manifests[at]!, route))
  const [first, second] = able
  if (first !== undefined && second === undefined) return first
  throw new RouteStrategistError(route, {
    able: able.map(({ strategist }) => strategist),
    all: grounds.map(({ strategist }) => strategist),
  })
}

async function manifestFor(context: ApiContext, ground: StrategistGround): Promise<Manifest> {
  const place = await ground.place()
  const reads = readsFor(context, ground.deployment.chain)
  return onceFor(place, 'manifest', () => manifestOf({ ...place, reads }))
}

/** A strategist without a stored tree may do nothing here, and the others do not suffer from it. */
async function groundOrNull(
  context: ApiContext,
  vault: VaultGround,
  strategist: Address,
): Promise<StrategistGround | null> {
  try {
    return await strategistGroundOf(context, vault, strategist)
  } catch (error) {
    if (error instanceof ActiveTreeMissingError) return null
    throw error
  }
}

function problemsOf(problems: readonly Problem[], chain: string): BaseError {
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

/** The route has no constraints. */
export class ConstraintsMissingError extends BaseError {
  override readonly code = 'constraints_missing'

  constructor(route: string) {
    const shown = route.length > 80 ? `${route.slice(0, 77)}...` : route
    super({
      message: `There are no parameter constraints for ${JSON.stringify(shown)}. List the actions for the routes that have them.`,
      facts: { route: shown },
    })
  }
}

/** What is left out only a node could tell, and there is none. */
export class NodeMissingError extends BaseError {
  override readonly code = 'node_missing'

  constructor(problems: readonly Problem[], chain: string) {
    const lines = problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    super({
      message: `No node is configured for ${chain}, and what is left out cannot be read. ${lines.join(' ')}`,
      facts: { chain, parameters: problems.map(({ loc }) => loc.join('.')) },
    })
  }
}

/** The route alone does not say which strategist is meant. */
export class RouteStrategistError extends BaseError {
  override readonly code = 'route_strategist'

  constructor(
    route: string,
    { able, all }: { readonly able: readonly Address[]; readonly all: readonly Address[] },
  ) {
    const who =
      all.length === 0 ? 'there is none with an active tree' : `there are ${all.join(', ')}`
    super({
      message:
        able.length === 0
          ? `No strategist of the vault has an active tree that permits ${route}: ${who}. List their actions for what they permit.`
          : `${able.length} strategists of the vault may take ${route}: ${able.join(', ')}. Put the one that is meant before the route.`,
      facts: { route, strategists: able.length === 0 ? all : able },
    })
  }
}
