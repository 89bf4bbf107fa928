import { type DrillRun, type DrillStop, isSameStop } from '@vaultwright/outcome'
import { findMostPaid, type MostPaid } from '@vaultwright/queue'

/** Executes an amount on a branch. */
type TryAmount = (amount: bigint) => Promise<Pick<DrillRun, 'stop'>>

/** The most that succeeds, and what refuses one unit more; `stop` is null where all that is wished succeeds. */
export type Most = { readonly amount: bigint; readonly stop: DrillStop | null }

/**
 * Finds the most that succeeds, to the unit: what is wished for, else what the contract declares, else by halving.
 *
 * @param bound - the most that the contract declares; a wrong one costs two trials.
 */
export async function findMost(
  tryAmount: TryAmount,
  { wish, bound }: { readonly wish: bigint; readonly bound: bigint | null },
): Promise<Most> {
  if (wish <= 0n) return { amount: 0n, stop: null }
  const first = await tryAmount(wish)
  if (first.stop === null) return { amount: wish, stop: null }
  const isNear = bound !== null && bound > 0n && bound < wish
  if (isNear && (await tryAmount(bound)).stop === null) {
    const { stop } = await tryAmount(bound + 1n)
    if (stop !== null) return { amount: bound, stop }
  }
  // The same refusal by the same data at three sizes is not one of the amount.
  if (await isRefusedWhole(tryAmount, wish, first.stop)) return { amount: 0n, stop: first.stop }
  const { paid, stop } = await halve(tryAmount, { guess: isNear ? bound : null, most: wish })
  return { amount: paid, stop }
}

function halve(
  tryAmount: TryAmount,
  range: { readonly guess: bigint | null; readonly most: bigint },
): Promise<MostPaid<DrillStop>> {
  return findMostPaid({ ...range, perRound: 1n }, async (amounts) => {
    const trials: ({ readonly paid: bigint } | { readonly stop: DrillStop })[] = []
    for (const amount of amounts) {
      const { stop } = await tryAmount(amount)
      if (stop !== null) return [...trials, { stop }]
      trials.push({ paid: amount })
    }
    return trials
  })
}

async function isRefusedWhole(
  tryAmount: TryAmount,
  wish: bigint,
  stop: DrillStop,
): Promise<boolean> {
  for (const amount of [wish / 2n, 1n]) {
    if (amount === 0n) continue
    const run = await tryAmount(amount)
    if (run.stop === null || !isSameStop(run.stop, stop)) return false
  }
  return true
}
