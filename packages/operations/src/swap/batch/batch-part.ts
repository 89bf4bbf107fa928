import { BaseError } from '@vaultwright/base'

/** A part of a batch, by its list and its place in it. */
export type PartPlace = { readonly list: 'before' | 'swaps' | 'after'; readonly index: number }

/** Does work about a part: what the caller can repair names it. */
export async function inPart<Result>(
  place: PartPlace,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw partErrorOf(place, error)
  }
}

/** Does the same at once. */
export function atPart(place: PartPlace, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw partErrorOf(place, error)
  }
}

/** Names the part of what the caller can repair; any other failure is of the whole. */
function partErrorOf(place: PartPlace, error: unknown): unknown {
  const isCallers =
    error instanceof BaseError &&
    (error.kind === 'invalid_input' || error.kind === 'not_permitted' || error.kind === 'not_found')
  return isCallers ? new BatchPartError(place, error) : error
}

const partNames = { before: 'Action', swaps: 'Swap', after: 'Action' } as const

/** A part of a batch cannot be swapped or built. It has the code and kind of its cause. */
export class BatchPartError extends BaseError {
  override readonly code: string
  override readonly kind: BaseError['kind']

  constructor({ list, index }: PartPlace, cause: BaseError) {
    const where = list === 'swaps' ? '' : ` ${list} the swaps`
    super({
      message: `${partNames[list]} ${index + 1}${where}: ${cause.shortMessage}`,
      facts: { ...cause.facts, list, index },
      cause,
    })
    this.code = cause.code
    this.kind = cause.kind
  }
}
