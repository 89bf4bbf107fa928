import type { Basis, DerivedKind } from '@vaultwright/store'
import { shiftDay } from '@vaultwright/valuation'
import type { Formulas } from './formula.ts'

/** Days that a performance covers after its first. */
export const weekDays = 7

/** Which value, and which chains its vault is on. */
export type BasisQuery = {
  readonly kind: DerivedKind
  readonly chain: string
  readonly day: string
  /** Of the vault, without the chain itself. */
  readonly otherChains: readonly string[]
}

/** What a reading was; null when the day was not read. */
export type DigestOf = (chain: string, day: string) => string | null

/**
 * Names what a value is computed from, as things stand.
 *
 * @param query - which value.
 * @param names - of the formulas.
 * @param digestOf - what readings there are.
 * @returns the basis; null when the day itself was not read, so that there is no value.
 */
export function basisOf(
  { kind, chain, day, otherChains }: BasisQuery,
  names: Formulas['names'],
  digestOf: DigestOf,
): Basis | null {
  const own = digestOf(chain, day)
  if (own === null) return null
  const basis: Record<string, string> = { formula: names[kind], [day]: own }
  const add = (name: string, digest: string | null) => {
    if (digest !== null) basis[name] = digest
  }
  if (kind === 'daily') {
    const before = shiftDay(day, -1)
    add(before, digestOf(chain, before))
  }
  if (kind === 'performance') {
    for (let back = 1; back <= weekDays; back++) {
      const before = shiftDay(day, -back)
      add(before, digestOf(chain, before))
    }
    const first = shiftDay(day, -weekDays)
    for (const other of otherChains) {
      add(`${other}/${first}`, digestOf(other, first))
      add(`${other}/${day}`, digestOf(other, day))
    }
  }
  return basis
}

/**
 * Tells whether two bases are the same.
 *
 * @param one - a basis.
 * @param other - another; null for none.
 * @returns true when they name the same things with the same texts, in any order.
 */
export function isSameBasis(one: Basis, other: Basis | null): boolean {
  if (other === null) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}
