import type { SvmAddress } from '@vaultwright/svm'
import {
  manifestReads,
  SvmRouteNotPermittedError,
  type SvmSnapshot,
  SvmUnknownRouteError,
  SvmUnknownStrategistError,
  svmConstraintsOf,
  svmManifestOf,
  vaultStateOf,
} from '@vaultwright/svm-builder'
import { wireManifestOf } from '@vaultwright/wire'
import { defineRoute } from '../answer/route.ts'
import { ConstraintsMissingError } from '../build/build.ts'
import { type SvmVaultContext, svmVaultContextOf } from './vault-context.ts'
import { readSvmStrategistPath } from './vault-path.ts'

/**
 * Says what the strategist of a vault of Solana may do: the permissions whose digest accounts exist now.
 * Source: interface, 4.3 and 4.15.
 */
export const listActions = defineRoute('listActions', async ({ params, caller, context }) => {
  const { tenantId } = caller
  const { vault, strategist } = readSvmStrategistPath(params)
  await context.turns.next(tenantId)
  const vaultContext = await svmVaultContextOf(context, { tenantId, vault })
  const snapshot = await readFor(vaultContext, strategist)
  await context.turns.next(tenantId)
  const manifest = svmManifestOf(vaultContext.definition, snapshot)
  return { text: JSON.stringify(wireManifestOf(manifest)) }
})

/**
 * Says which values of a route go together.
 * Source: interface, 4.4 and 4.15.
 *
 * @throws {ConstraintsMissingError} when every mix can be built, or the route is none that is permitted.
 */
export const listConstraints = defineRoute('listConstraints', async (request) => {
  const { params, caller, context } = request
  const { tenantId } = caller
  const { route } = params
  const { vault, strategist } = readSvmStrategistPath(params)
  await context.turns.next(tenantId)
  const vaultContext = await svmVaultContextOf(context, { tenantId, vault })
  const snapshot = await readFor(vaultContext, strategist)
  await context.turns.next(tenantId)
  const constraints = constraintsOrNull(vaultContext, snapshot, route)
  if (constraints === null) throw new ConstraintsMissingError(route)
  return { text: JSON.stringify({ route, constraints }) }
})

/** A route that is none or that is not permitted has no constraints. */
function constraintsOrNull(
  { definition }: SvmVaultContext,
  snapshot: SvmSnapshot,
  route: string,
): ReturnType<typeof svmConstraintsOf> {
  try {
    return svmConstraintsOf(definition, snapshot, route)
  } catch (error) {
    const isMissing =
      error instanceof SvmUnknownRouteError || error instanceof SvmRouteNotPermittedError
    if (isMissing) return null
    throw error
  }
}

/** Reads what permissions follow from. A vault has one strategist: for any other there is nothing to list. */
async function readFor(
  { definition, access }: SvmVaultContext,
  strategist: SvmAddress,
): Promise<SvmSnapshot> {
  const snapshot = await access.node.accountsAt(manifestReads(definition))
  const state = vaultStateOf(definition, snapshot)
  if (state.strategist !== strategist) {
    throw new SvmUnknownStrategistError(strategist, state.strategist)
  }
  return snapshot
}
