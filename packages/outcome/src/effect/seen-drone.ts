import type { Address } from '@vaultwright/base'

/** Lists the accounts that every engine with a trace saw pass on what the vault called them with. */
export function dronesSeenIn(
  simulations: readonly { readonly drones: readonly Address[] | null }[],
): readonly Address[] {
  const lists = simulations.flatMap(({ drones }) => (drones === null ? [] : [drones]))
  const [first = [], ...further] = lists
  return first.filter((drone) => further.every((list) => list.includes(drone)))
}
