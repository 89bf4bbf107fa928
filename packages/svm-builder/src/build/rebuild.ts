import { BaseError } from '@vaultwright/base'
import {
  cpiDigest,
  mergedFlags,
  priorityLamportsOf,
  readManage,
  type SvmAddress,
} from '@vaultwright/svm'
import { hexOf, shownCall } from '../permission/call.ts'
import type { SvmBuilt } from './build-type.ts'
import { assertCapped } from './priority-fee.ts'
import { encodeMessage, messageOf } from './transaction.ts'

/** Units beside those that a simulation used: 15 in 100, at least 1,000. */
export function unitsWithReserve(used: number): number {
  return Math.max(Math.ceil((used * 115) / 100), used + 1000)
}

/**
 * Builds a transaction again with another limit of compute units; the price of a unit stays.
 *
 * @param units - what the transaction may use; see `unitsWithReserve`.
 * @returns the same if it has no compute budget.
 * @throws {PriorityFeeTooHighError} if a fee that was given in all is above the definition's cap a unit.
 * @throws {DigestsChangedError} if a digest would be another, which no input leads to.
 */
export function rebuildWithUnits(built: SvmBuilt, units: number): SvmBuilt {
  if (built.computeUnitLimit === null) return built
  const fixedFee = built.hasFixedFee ? built.priorityFee : null
  const priorityFee = fixedFee ?? priorityLamportsOf(built.computeUnitPrice, units)
  const computeUnitPrice =
    fixedFee === null
      ? built.computeUnitPrice
      : (fixedFee * 1_000_000n) / BigInt(Math.max(1, units))
  // A fee that is given in all costs more a unit when the limit is lower.
  assertCapped(computeUnitPrice, priorityFee, built.unitPriceCap)
  const cost = {
    version: built.version,
    computeBudget: true,
    computeUnitLimit: units,
    computeUnitPrice,
    priorityFee,
  }
  const message = messageOf(built.message, cost)
  const { base64, size } = encodeMessage(message, cost)
  const flagsOf = mergedFlags(message)
  const instructions = message.instructions.map((instruction) => shownCall(instruction, flagsOf))
  const rebuilt = {
    ...built,
    base64,
    size,
    message,
    instructions,
    computeUnitLimit: units,
    computeUnitPrice,
    priorityFee,
  }
  assertDigestsOf(rebuilt)
  return rebuilt
}

/**
 * Makes sure that the digests of a transaction are those that the runtime computes from its bytes' flags.
 *
 * @throws {DigestsChangedError} if one is another.
 */
export function assertDigestsOf({ message, actions, program }: SvmBuilt): void {
  const flagsOf = mergedFlags(message)
  const calls = actions.flatMap((action) => action.calls)
  const manages = message.instructions.flatMap(
    (instruction) => readManage(instruction, program) ?? [],
  )
  for (const [index, { digestHex, digestAddress, operators }] of calls.entries()) {
    const manage = manages[index]
    const digest =
      manage === undefined ? null : cpiDigest(shownCall(manage.innerCall, flagsOf), operators)
    if (digest === null || hexOf(digest) !== digestHex) throw new DigestsChangedError(digestAddress)
  }
}

/** A transaction built again would compute another digest. */
class DigestsChangedError extends BaseError {
  override readonly code = 'digests_changed'
  override readonly kind = 'bug'

  constructor(address: SvmAddress) {
    super({
      message: `Another limit of compute units changes the digest of ${address}. Report this.`,
      facts: { address },
    })
  }
}
