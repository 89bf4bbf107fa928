import { BaseError } from '@vaultwright/base'

/** Most leaves of a tree: 2^22. */
export const maximumCapacity = 2 ** 22

/**
 * Tells how many positions a tree needs.
 *
 * @param leafCount - leaves, 1 or more.
 * @returns the smallest power of two that holds them.
 */
export function capacityFor(leafCount: number): number {
  let capacity = 1
  while (capacity < leafCount) capacity *= 2
  return capacity
}

/**
 * Makes sure that a tree of these leaves can have this capacity.
 *
 * @throws {InvalidCapacityError} when it is not a power of two, too small or too large.
 */
export function assertCapacity(capacity: number, leafCount: number): void {
  const isPower =
    Number.isInteger(capacity) && capacity > 0 && Number.isInteger(Math.log2(capacity))
  if (!isPower || capacity < leafCount || capacity > maximumCapacity) {
    throw new InvalidCapacityError(capacity, leafCount)
  }
}

/** A capacity that a tree of these leaves cannot have. */
export class InvalidCapacityError extends BaseError {
  override readonly code = 'invalid_tree_capacity'
  override readonly kind = 'invalid_input'

  constructor(capacity: number, leafCount: number) {
    super({
      message: `A tree of ${leafCount} leaves cannot have the capacity ${capacity}. Give a power of two from ${leafCount} to ${maximumCapacity}.`,
      facts: { capacity, leafCount, maximum: maximumCapacity },
    })
  }
}
