import { registryUnits } from '@vaultwright/registry'
import {
  type BatchInputs,
  type BatchStep,
  batchInputsIn,
  batchOf,
  type SwapBatch,
} from '@vaultwright/swap'
import { batchDifferencesOf, type SwapBatchData } from '@vaultwright/wire'
import type { RequestedAction } from '../built/action-comparison.ts'
import type { ActingStrategist } from '../built/build-trees.ts'
import { valueText } from '../verdict/verdict.ts'
import { compareInputs, type QuoteDifference, type RequestedQuote } from './check-quote.ts'

/** A requested batch, as entered. */
export type RequestedBatch = {
  readonly before: readonly RequestedAction[]
  readonly swaps: readonly RequestedQuote[]
  readonly after: readonly RequestedAction[]
}

/** The result of checking a batch. */
export type BatchCheck = {
  /** By path. */
  readonly differences: ReadonlyMap<string, QuoteDifference>
  /** Why it is not the batch that was asked for, or cannot be read. */
  readonly problems: readonly string[]
  /** A sentence for each value that could not be compared. */
  readonly uncompared: readonly string[]
  /** The facts that the receipt alone cannot show. */
  readonly notes: readonly string[]
  /** As its receipt gives it; null where that cannot be read. */
  readonly batch: SwapBatch | null
  /** Null where the receipt cannot be read. */
  readonly inputs: BatchInputs | null
}

/**
 * Computes a batch once more from the inputs of its receipt, compares every value that is shown, and each swap and
 * action with what was asked for.
 *
 * @param asked - null where that is not known.
 */
export function checkBatch(
  stated: SwapBatchData,
  { chainId, vault, root }: ActingStrategist,
  asked: RequestedBatch | null,
): BatchCheck {
  try {
    const inputs = batchInputsIn(stated.receipt)
    const batch = batchOf(inputs)
    const differences = new Map(
      batchDifferencesOf(stated, batch).map(({ place, left, right }) => [
        place.replaceAll(/\[(\d+)\]/g, '.$1'),
        { stated: valueText(right), follows: valueText(left) },
      ]),
    )
    const context = { chainId, vault, root, units: registryUnits(chainId) }
    const parts = inputs.quotes.map((quote, index) => {
      const part = compareInputs(quote, context, asked?.swaps[index] ?? null)
      const named = (texts: readonly string[]) => texts.map((text) => `Swap ${index + 1}: ${text}`)
      return {
        problems: named(part.problems),
        uncompared: named(part.uncompared),
        notes: named(part.notes),
      }
    })
    return {
      differences,
      problems: [
        ...parts.flatMap(({ problems }) => problems),
        ...(asked === null ? [] : shapeProblems(inputs, asked)),
      ],
      uncompared: parts.flatMap(({ uncompared }) => uncompared),
      notes: [
        ...new Set(parts.flatMap(({ notes }) => notes)),
        'That each swap was measured on what the ones before it leave, and that the batch moved as one what it says, is the word of the server.',
      ],
      batch,
      inputs,
    }
  } catch (error) {
    const problems = [error instanceof Error ? error.message : String(error)]
    return {
      differences: new Map(),
      problems,
      uncompared: [],
      notes: [],
      batch: null,
      inputs: null,
    }
  }
}

function shapeProblems(inputs: BatchInputs, asked: RequestedBatch): readonly string[] {
  const count = asked.swaps.length
  return [
    ...(inputs.swapCount === count
      ? []
      : [`You asked for ${count} swaps; the batch has ${inputs.swapCount}.`]),
    ...(['before', 'after'] as const).flatMap((list) =>
      stepsText(inputs[list]) === stepsText(asked[list])
        ? []
        : [`You asked for other actions ${list} the swaps than the batch has.`],
    ),
  ]
}

function stepsText(steps: readonly (BatchStep | RequestedAction)[]): string {
  return JSON.stringify(
    steps.map(requestedOf).map(({ route, params }) => [route, Object.entries(params).sort()]),
  )
}

/** Turns an action of a batch into one as it is asked for. */
export function requestedOf({ route, params }: BatchStep | RequestedAction): RequestedAction {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)])
  return { route, params: Object.fromEntries(texts) }
}
