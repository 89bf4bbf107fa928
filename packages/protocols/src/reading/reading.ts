import type { Address, Hex } from '@vaultwright/base'

/** A call that reads. */
export type ContractRead = {
  readonly to: Address
  readonly data: Hex
  /** Is answered as if an account had got tokens before: only an EVM on proven state can do it, no node is asked. */
  readonly after?: Donation
}

/** Tokens that an account gets for nothing. Base units. */
export type Donation = { readonly token: Address; readonly to: Address; readonly amount: bigint }

/** The bytes a read returned, `0x` for none; null if it reverted. */
export type ContractReadResult = Hex | null

/**
 * A description of reads that knows no chain: it yields rounds of calls, gets their answers in order, and
 * returns what they mean. Whoever runs it, on a chain or on answers that were recorded, gets the same.
 */
export type Reading<Found> = Generator<
  readonly ContractRead[],
  Found,
  readonly ContractReadResult[]
>

/** Answers a call at once. */
export type AnswerOf = (call: ContractRead) => ContractReadResult

/**
 * The current source of answers, while a reading runs on answers that are there already; null while
 * one waits for its chain.
 */
let answering: AnswerOf | null = null

/** Runs a reading on answers that are there already. */
export function runOnAnswers<Found>(reading: Reading<Found>, answerOf: AnswerOf): Found {
  const before = answering
  answering = answerOf
  try {
    return finish(reading, answerOf)
  } finally {
    answering = before
  }
}

function finish<Found>(reading: Reading<Found>, answerOf: AnswerOf): Found {
  let step = reading.next()
  while (step.done !== true) step = reading.next(step.value.map(answerOf))
  return step.value
}

/**
 * Runs readings side by side as one: each round asks what all of them ask, and the same call once. Where answers
 * are there already, no round saves anything: they run one after the other.
 *
 * @returns a reading of what each found, in their order; it takes as many rounds as the longest.
 */
export function* joinReadings<Found>(
  readings: readonly Reading<Found>[],
): Reading<readonly Found[]> {
  if (answering !== null) {
    const answerOf = answering
    return readings.map((reading) => finish(reading, answerOf))
  }
  const results: Found[] = []
  let open = readings.flatMap((reading, index) => {
    const step = reading.next()
    if (step.done !== true) return [{ reading, index, calls: step.value }]
    results[index] = step.value
    return []
  })
  while (open.length > 0) {
    // By account and then by data: one key of both would be put together and hashed for every call anew.
    const places = new Map<Address, Map<Hex, number>>()
    const calls: ContractRead[] = []
    const placeOf = (call: ContractRead): number => {
      const { to, data } = call
      const byData = places.get(to)
      if (byData === undefined) {
        places.set(to, new Map([[data, calls.length]]))
        return calls.push(call) - 1
      }
      const place = byData.get(data)
      if (place !== undefined) return place
      byData.set(data, calls.length)
      return calls.push(call) - 1
    }
    const requests = open.map((one) => one.calls.map(placeOf))
    const answers = calls.length === 0 ? [] : yield calls
    open = open.flatMap(({ reading, index }, at) => {
      const step = reading.next(requests[at]!.map((place) => answers[place]!))
      if (step.done !== true) return [{ reading, index, calls: step.value }]
      results[index] = step.value
      return []
    })
  }
  return results
}
