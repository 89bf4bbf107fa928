import {
  type SolanaNode,
  type SvmEffect,
  type SvmPreparation,
  type SvmSimulation,
  svmEffectOf,
} from '@vaultwright/chain'
import {
  buildReads,
  buildSvmTransaction,
  rebuildWithUnits,
  SvmAccountsNotReadError,
  type SvmBuilt,
  type SvmDefinition,
  type SvmLifetime,
  type SvmSnapshot,
  unitsWithReserve,
} from '@vaultwright/svm-builder'
import type { SolanaBuildRequest } from './build-request.ts'
import { effectContextOf, subAccountsOf } from './effect-context.ts'
import { draftPriceOf, feeOf, readPriorityFee, type SolanaPriorityFee } from './fee.ts'

export type SolanaBuildResult = {
  /** With the compute units that the simulation needed. */
  readonly built: SvmBuilt
  /** The accounts that it was built from. */
  readonly snapshot: SvmSnapshot
  readonly priorityFee: SolanaPriorityFee
  /** Of the final transaction: signatures and priority fee. */
  readonly feeLamports: bigint
  /** Null where it was not asked for. */
  readonly simulation: SvmSimulation | null
  /** Null where the simulation did not run to its end. */
  readonly effect: SvmEffect | null
}

/** The most that a transaction may ask for; the draft that is simulated asks for it. */
const maxUnits = 1_400_000

/**
 * Builds a transaction from one read of a node, simulates it, and builds it again with the compute units that
 * it needs.
 *
 * Asks the node in two rounds: accounts with a blockhash; simulation beside recent fees. A failed simulation
 * is data.
 *
 * @throws the errors of `buildSvmTransaction` when the request is not permitted, and the node's at the first read.
 */
export async function buildOnSolana(
  node: SolanaNode,
  request: SolanaBuildRequest,
): Promise<SolanaBuildResult> {
  const { definition, options } = request
  // Version 1 always states its limit.
  const isMeasured = request.simulate && (options.computeBudget || options.version === 1)
  const draftUnits = isMeasured ? maxUnits : null
  const { build, draft, snapshot } = await buildDraft(node, request, (make) =>
    make(draftUnits, draftPriceOf(definition, options)),
  )
  const [simulation, priorityFee] = await Promise.all([
    request.simulate ? simulateBuilt(node, draft, { definition, snapshot }) : null,
    readPriorityFee(node, draft, { definition, options }),
  ])
  const priced =
    priorityFee.kind === 'recent' ? build(draftUnits, priorityFee.microLamports) : draft
  const units = isMeasured ? neededUnits(simulation) : null
  const built = units === null ? priced : rebuildWithUnits(priced, units)
  return {
    built,
    snapshot,
    priorityFee,
    feeLamports: feeOf(built),
    simulation,
    effect:
      simulation === null
        ? null
        : svmEffectOf(simulation, snapshot, effectContextOf(draft, definition, snapshot)),
  }
}

type Build = (units: number | null, microLamports: bigint | null) => SvmBuilt

type Draft = { readonly build: Build; readonly draft: SvmBuilt; readonly snapshot: SvmSnapshot }

/** Reads once more where a call turns out to need accounts that the request alone does not name. */
async function buildDraft(
  node: Pick<SolanaNode, 'prepare'>,
  request: SolanaBuildRequest,
  draftOf: (build: Build) => SvmBuilt,
): Promise<Draft> {
  let reads = buildReads(request.definition, request.requests, request.options)
  for (let attempt = 0; ; attempt += 1) {
    const prepared = await node.prepare(reads)
    const build = buildWith(prepared, request)
    try {
      return { build, draft: draftOf(build), snapshot: prepared }
    } catch (error) {
      if (attempt === 2 || !(error instanceof SvmAccountsNotReadError)) throw error
      reads = [...new Set([...reads, ...error.addresses])]
    }
  }
}

function buildWith(prepared: SvmPreparation, request: SolanaBuildRequest): Build {
  const { definition, requests, options, strategist } = request
  const { blockhash, lastValidBlockHeight } = prepared
  const { nonceAccount } = options
  const lifetime: SvmLifetime =
    nonceAccount === null
      ? { kind: 'blockhash', blockhash, lastValidBlockHeight }
      : { kind: 'nonce', nonceAccount }
  return (computeUnitLimit, computeUnitPriceMicroLamports) =>
    buildSvmTransaction({ definition, snapshot: prepared }, requests, {
      ...options,
      lifetime,
      computeUnitLimit,
      computeUnitPriceMicroLamports,
      strategist,
    })
}

function simulateBuilt(
  node: Pick<SolanaNode, 'simulate'>,
  { base64, watched, feePayer, slot, nonceAccount }: SvmBuilt,
  { definition, snapshot }: { readonly definition: SvmDefinition; readonly snapshot: SvmSnapshot },
): Promise<SvmSimulation> {
  return node.simulate(base64, {
    watched: [...watched, feePayer, ...subAccountsOf(definition, snapshot)],
    minContextSlot: slot,
    replaceBlockhash: nonceAccount === null,
    vaultProgram: definition.program,
  })
}

/** The used units and a reserve; null if unknown. */
function neededUnits(simulation: SvmSimulation | null): number | null {
  if (simulation?.status !== 'succeeded' || simulation.unitsConsumed === null) return null
  return Math.min(maxUnits, unitsWithReserve(simulation.unitsConsumed))
}
