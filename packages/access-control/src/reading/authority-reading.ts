import type { Address, Hex } from '@vaultwright/base'
import { entrySlot, functionSlot, layout, wordAt } from '../completeness/layout.ts'
import { type ControlAccount, capabilityOf } from '../model/state.ts'
import type { PieceFinder } from './piece-finder.ts'
import type { ControlCompleteness, ControlHints } from './request.ts'

/** A RolesAuthority, and whether its list of holders is complete. */
export type AuthorityReading = {
  readonly account: Extract<ControlAccount, { readonly kind: 'authority' }>
  readonly completeness: ControlCompleteness
}

/** Reads a RolesAuthority from its slots. @returns null if pieces are not there. */
export function readAuthority(
  finder: PieceFinder,
  authority: Address,
  hints: ControlHints,
): AuthorityReading | null {
  const slots = layout.authority
  const users = hints.users
    .filter(([contract]) => contract === authority)
    .map(([, user]) => ({ user, slot: entrySlot(user, slots.roles) }))
  const capabilities = hints.capabilities
    .filter(([contract]) => contract === authority)
    .map(([, target, selector]) => ({
      capability: capabilityOf(target, selector),
      byRole: functionSlot(target, selector, slots.capabilities),
      byAll: functionSlot(target, selector, slots.open),
    }))
  const completeness = finder.explain(authority, [
    wordAt(slots.owner),
    wordAt(slots.authority),
    ...users.map(({ slot }) => slot),
    ...capabilities.flatMap(({ byRole, byAll }) => [byRole, byAll]),
  ])
  if (completeness === null) return null
  const number = (slot: Hex) => finder.number(authority, slot)!
  return {
    completeness,
    account: {
      kind: 'authority',
      auth: {
        owner: finder.address(authority, slots.owner)!,
        authority: finder.address(authority, slots.authority)!,
      },
      roles: new Map(
        users
          .map(({ user, slot }) => [user, number(slot)] as const)
          .filter(([, roles]) => roles !== 0n),
      ),
      capabilities: new Map(
        capabilities
          .map(({ capability, byRole }) => [capability, number(byRole)] as const)
          .filter(([, roles]) => roles !== 0n),
      ),
      open: new Set(
        capabilities.flatMap(({ capability, byAll }) => (number(byAll) === 0n ? [] : [capability])),
      ),
      isComplete: completeness.isComplete,
    },
  }
}
