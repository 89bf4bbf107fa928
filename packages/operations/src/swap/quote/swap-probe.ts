import {
  computeQuote,
  type Measurement,
  type QuoteInputs,
  type TokenFault,
} from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import { runSwaps, type SwapRun, type SwapRunResult } from '../swap-run.ts'
import { probeTokens } from './token-probe.ts'

type ProbeInput = { readonly results: readonly SwapRunResult[]; readonly inputs: QuoteInputs }

type MinimumProbe = { readonly id: string; readonly isEnforced: boolean }
/** The result of probing a swap. */
export type Probes = {
  readonly faults: readonly TokenFault[]
  /** Null where no swap of one leg has a minimum. */
  readonly minimum: MinimumProbe | null
}
export const noProbes: Probes = { faults: [], minimum: null }

/** Probes both tokens and the minimum by the best of some swaps; null where none may be built. */
export async function probesOf(session: QuoteSession, input: ProbeInput): Promise<Probes | null> {
  const [best] = computeQuote(input.inputs).candidates
  const ran = input.results.find(({ swapRun }) => swapRun.id === best?.id)
  if (ran === undefined) return null
  const [faults, minimum] = await Promise.all([
    probeTokens(session, ran),
    probeMinimum(session, input),
  ])
  return { faults, minimum }
}

/** Notes of a swap whether a minimum above its output is refused. */
export function withProbe(measurement: Measurement, probe: MinimumProbe | null): Measurement {
  if (probe === null) return measurement
  const { id, isEnforced } = probe
  if (measurement.id === id) return { ...measurement, isLeastEnforced: isEnforced }
  return isEnforced || !measurement.isSuccess
    ? measurement
    : { ...measurement, isLeastEnforced: false }
}

/**
 * Runs the best swap of one leg once more with a minimum of one base unit above what it bought: it must
 * fail, or the least does not protect what arrives.
 */
async function probeMinimum(
  session: QuoteSession,
  { results, inputs }: ProbeInput,
): Promise<MinimumProbe | null> {
  const { candidates } = computeQuote(inputs)
  const tried = candidates.flatMap(({ id, refusal }) => {
    const result = results.find(({ swapRun }) => swapRun.id === id)
    const [leg, ...furtherLegs] = result?.swapRun.legs ?? []
    const isFit = refusal === null && leg?.leg.hasLeast === true && leg.leg.given === null
    return isFit && furtherLegs.length === 0 ? [result!] : []
  })
  const [best] = tried
  if (best === undefined) return null
  const [leg] = best.swapRun.legs
  const minimum = best.measurement.bought + 1n
  const probe: SwapRun = {
    ...best.swapRun,
    legs: [{ ...leg!, wish: { ...leg!.wish, least: minimum } }],
  }
  const [outcome] = await runSwaps(session.swapRuns, [probe])
  return { id: best.swapRun.id, isEnforced: !outcome!.measurement.isSuccess }
}
