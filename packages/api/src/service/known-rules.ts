import { memoize, openLruMap } from '@vaultwright/base'
import type { VaultRules } from '@vaultwright/store'

/** Vaults whose rules are remembered, and the length of their texts together. */
const limits = { maxEntries: 1_000, maxWeight: 32 * 1024 * 1024 }

/**
 * Gives what recognises the rules of vaults, for each store its own.
 *
 * The store is asked for the texts of a vault each time. While they are those of the last time, the object of
 * the last time is given, so that what was computed of it holds: comparing two texts costs a hundredth of a digest.
 */
export const knownRulesOf: (store: object) => (tenantId: string, rules: VaultRules) => VaultRules =
  memoize(() => {
    const rulesByText = openLruMap<string, VaultRules>(limits)
    return (tenantId: string, rules: VaultRules): VaultRules => {
      const name = `${tenantId} ${rules.deployment.chain} ${rules.address}`
      const last = rulesByText.get(name)
      if (last !== undefined && isSame(last, rules)) return last
      rulesByText.set(name, rules, (rules.definition?.length ?? 0) + (rules.lock?.length ?? 0))
      return rules
    }
  })

const numbers = new WeakMap<VaultRules, number>()
let count = 0

/** Numbers the objects of rules: no two have one number, whatever became of the first. */
export function numberOf(rules: VaultRules): number {
  const number = numbers.get(rules) ?? ++count
  numbers.set(rules, number)
  return number
}

function isSame(one: VaultRules, other: VaultRules): boolean {
  const [first, second] = [one.deployment, other.deployment]
  return (
    one.name === other.name &&
    one.definition === other.definition &&
    one.lock === other.lock &&
    first.manager === second.manager &&
    first.drones.join() === second.drones.join()
  )
}
