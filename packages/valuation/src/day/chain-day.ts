import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { powerOfTen } from '../base/ratio.ts'
import type { PerformanceInputs } from '../base/result.ts'
import type { VaultState } from '../base/vault-state.ts'
import { type Worth, worthOf } from './worth.ts'

/** A chain's last day of a window, valued, and the first to compare it with. */
export type ChainDay = {
  readonly chain: string
  readonly last: VaultState
  readonly first: VaultState | null
  readonly worth: Worth
}

/** The chains of a vault that have the last day, in one unit. */
export type ChainDays = {
  readonly days: readonly ChainDay[]
  /** Chains without it. */
  readonly missing: readonly string[]
  /** Decimals that worths are brought to: the most that any chain's base asset has. */
  readonly decimals: number
  /** Over all chains; not known when a chain's is not. */
  readonly net: Known<bigint>
}

/**
 * Values a vault's last day on each of its chains.
 *
 * @returns the chain itself first, the others in their order.
 */
export function chainDaysOf({
  chain,
  last,
  first,
  others: otherChains,
}: PerformanceInputs): ChainDays {
  const days: ChainDay[] = [{ chain, last, first, worth: worthOf(last) }]
  for (const chainDays of otherChains) {
    if (chainDays.last !== null)
      days.push({ ...chainDays, last: chainDays.last, worth: worthOf(chainDays.last) })
  }
  const decimals = Math.max(...days.map(({ worth }) => worth.decimals ?? 0))
  const missing = otherChains.filter((other) => other.last === null).map((other) => other.chain)
  return { days, missing, decimals, net: netOver(days, decimals) }
}

/** Reads what a holding was worth in the unit of all chains. */
export function worthAt(value: bigint, { worth }: ChainDay, decimals: number): bigint {
  return value * powerOfTen(decimals - (worth.decimals ?? 0))
}

function netOver(days: readonly ChainDay[], decimals: number): Known<bigint> {
  let sum = 0n
  for (const day of days) {
    const { net } = day.worth
    if (net.value === null) return unknownValue(`${day.chain}: ${net.reason}`)
    sum += worthAt(net.value, day, decimals)
  }
  return knownValue(sum)
}
