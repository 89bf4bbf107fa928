/** An amount that was tried. */
export type Trial<Stop> =
  /** The amount that arrived, base units. */
  { readonly paid: bigint } | { readonly stop: Stop }

/** The most that is paid, and what stops the next larger trial; `stop` is null where all is paid. */
export type MostPaid<Stop> = { readonly paid: bigint; readonly stop: Stop | null }

/** Bounds of a search, base units. */
type PaidRange = {
  readonly guess: bigint | null
  readonly most: bigint
  /** Amounts that one round tries between two bounds: many where a round costs more than a trial. */
  readonly perRound?: bigint
}

/**
 * Finds the most that is paid, by trying: an amount is taken to be refused wherever a smaller one is.
 *
 * @param guess - is tried first, with the next larger amount.
 * @param most - no larger amount is tried, base units.
 * @param tryAll - tries amounts apart from each other, in ascending order; it may leave out those after one that is refused.
 */
export async function findMostPaid<Stop>(
  { guess, most, perRound = 15n }: PaidRange,
  tryAll: (amounts: readonly bigint[]) => Promise<readonly Trial<Stop>[]>,
): Promise<MostPaid<Stop>> {
  if (most <= 0n) return { paid: 0n, stop: null }
  let [low, high] = [0n, most + 1n]
  let answer: MostPaid<Stop> = { paid: 0n, stop: null }
  const narrow = async (amounts: readonly bigint[]) => {
    const trials = await tryAll(amounts)
    for (const [index, trial] of trials.entries()) {
      const amount = amounts[index]!
      if ('stop' in trial) {
        high = amount
        answer = { ...answer, stop: trial.stop }
        return
      }
      low = amount
      answer = { ...answer, paid: trial.paid }
    }
  }
  const first = guess === null ? [] : [guess, guess + 1n].filter((one) => one > 0n && one < most)
  await narrow([...first, most])
  while (high - low > 1n) {
    const between = high - low
    const steps = between - 1n < perRound ? between : perRound + 1n
    const amounts = Array.from(
      { length: Number(steps) - 1 },
      (_, index) => low + (between * BigInt(index + 1)) / steps,
    )
    await narrow(amounts)
  }
  return answer
}
