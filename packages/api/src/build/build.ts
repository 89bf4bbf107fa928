import { type Address, BaseError, printUnits } from '@vaultwright/base'
import {
  constraintsOf,
  type Manifest,
  manifestSteps,
  preparationSteps,
  RouteNotPermittedError,
  slippageName,
  UnknownRouteError,
} from '@vaultwright/builder'
import { actionOf } from '@vaultwright/protocols'
import { wireManifestOf } from '@vaultwright/wire'
import { computeOnce, computeOnceAsync, isComputed } from '../cache/lru-cache.ts'
import type { ApiContext } from '../service/context.ts'
import {
  ActiveTreeMissingError,
  readsFor,
  type StrategistContext,
  strategistContextOf,
} from '../service/strategist-context.ts'
import type { VaultContext } from '../service/vault-context.ts'

/**
 * Says what a strategist may do.
 *
 * @param slippageBps - basis points that the policy of the vault takes at most, which forms offer; null for none.
 */
export async function manifestTextOf(
  context: ApiContext,
  strategistContext: StrategistContext,
  slippageBps: bigint | null,
): Promise<string> {
  const manifest = await manifestFor(context, strategistContext)
  return computeOnce(manifest, `text ${slippageBps}`, () => {
    const answer = wireManifestOf(manifest)
    if (slippageBps === null) return JSON.stringify(answer)
    for (const param of Object.values(answer).flatMap(({ params }) => params)) {
      if (param.name !== slippageName) continue
      param.suggestions = [
        [`policy of the vault: ${printUnits(slippageBps, 2)} %`, String(slippageBps)],
      ]
    }
    return JSON.stringify(answer)
  })
}

/**
 * Says which values of a route go together.
 *
 * @throws {ConstraintsMissingError} when every mix can be built, or the route is none that is permitted.
 */
export async function constraintsTextOf(
  { turns }: ApiContext,
  strategistContext: StrategistContext,
  route: string,
): Promise<string> {
  const treeContext = await strategistContext.readTreeContext()
  // Only names of routes that exist are kept: callers choose the others.
  if (actionOf(route) === null) throw new ConstraintsMissingError(route)
  const name = `constraints ${route}`
  if (!isComputed(treeContext, name)) {
    await turns.run(
      strategistContext.tenantId,
      preparationSteps({ ...treeContext, reads: null }, [route]),
    )
  }
  const text = computeOnce(treeContext, name, () => {
    try {
      const constraints = constraintsOf({ ...treeContext, reads: null }, route)
      return constraints === null ? null : JSON.stringify({ route, constraints })
    } catch (error) {
      if (error instanceof RouteNotPermittedError) return null
      throw error
    }
  })
  if (text === null) throw new ConstraintsMissingError(route)
  return text
}

/** A route whose strategist is not named. */
export type RouteQuery = {
  readonly route: string
  /** Without a simulation the node is asked only when what is known does not name one strategist. */
  readonly skipsSimulation: boolean
}

/**
 * Finds the one strategist who may take a route. The Manager, whose own tree serves flash loans, is none.
 *
 * @throws {UnknownRouteError} when no protocol has the route.
 * @throws {RouteStrategistError} when none may take it, or several may.
 */
export async function contextForRoute(
  context: ApiContext,
  vault: VaultContext,
  { route, skipsSimulation }: RouteQuery,
): Promise<StrategistContext> {
  const strategistContexts: StrategistContext[] = []
  for (const { strategist } of vault.active) {
    if (strategist === vault.vault.deployment.manager) continue
    const strategistContext = await contextOrNull(context, vault, strategist)
    if (strategistContext !== null) strategistContexts.push(strategistContext)
  }
  const [only, ...furtherContexts] = strategistContexts
  if (only !== undefined && furtherContexts.length === 0) return only
  if (skipsSimulation) {
    const manifestsKnown = await Promise.all(
      strategistContexts.map((one) => knownManifest(context, one)),
    )
    const [permitted, second] = strategistContexts.filter((_, at) =>
      Object.hasOwn(manifestsKnown[at]!, route),
    )
    if (permitted !== undefined && second === undefined) return permitted
  }
  const manifests = await Promise.all(strategistContexts.map((one) => manifestFor(context, one)))
  if (actionOf(route) === null) {
    throw new UnknownRouteError(route, [...new Set(manifests.flatMap(Object.keys))])
  }
  const able = strategistContexts.filter((_, at) => Object.hasOwn(manifests[at]!, route))
  const [first, second] = able
  if (first !== undefined && second === undefined) return first
  throw new RouteStrategistError(route, {
    able: able.map(({ strategist }) => strategist),
    all: strategistContexts.map(({ strategist }) => strategist),
  })
}

async function manifestFor(
  context: ApiContext,
  strategistContext: StrategistContext,
): Promise<Manifest> {
  await strategistContext.readTreeContext()
  return knownManifest(context, strategistContext)
}

/** With what the chain said so far. */
function knownManifest(
  context: ApiContext,
  strategistContext: StrategistContext,
): Promise<Manifest> {
  const treeContext = strategistContext.cachedTreeContext()
  const reads = readsFor(context, strategistContext.deployment.chain)
  return computeOnceAsync(treeContext, 'manifest', () =>
    context.turns.run(strategistContext.tenantId, manifestSteps({ ...treeContext, reads })),
  )
}

/** A strategist without a stored tree may do nothing here, and the others do not suffer from it. */
async function contextOrNull(
  context: ApiContext,
  vault: VaultContext,
  strategist: Address,
): Promise<StrategistContext | null> {
  try {
    return await strategistContextOf(context, vault, strategist)
  } catch (error) {
    if (error instanceof ActiveTreeMissingError) return null
    throw error
  }
}

/** The route has no constraints. */
export class ConstraintsMissingError extends BaseError {
  override readonly code = 'constraints_missing'
  override readonly kind = 'not_found'

  constructor(route: string) {
    const shown = route.length > 80 ? `${route.slice(0, 77)}...` : route
    super({
      message: `There are no parameter constraints for ${JSON.stringify(shown)}. List the actions for the routes that have them.`,
      facts: { route: shown },
    })
  }
}

/** The route alone does not say which strategist is meant. */
export class RouteStrategistError extends BaseError {
  override readonly code = 'route_strategist'
  override readonly kind = 'invalid_input'

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
