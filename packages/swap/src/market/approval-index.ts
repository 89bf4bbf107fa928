import type { Address } from '@vaultwright/base'
import {
  type Action,
  approvalsOf,
  type Binding,
  type Permission,
  permit2Address,
  type WantedApproval,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'

/** Leaves of approvals, by who gives them, to whom, and of what. */
export type ApprovalSlots = {
  readonly slotsOf: (action: Action, binding: Binding, drone: Address | null) => ApprovalSearch
}

/** The leaves of the approvals that a call needs, and those that the tree lacks. */
export type ApprovalSearch = {
  readonly slots: readonly number[]
  readonly missing: readonly WantedApproval[]
}

/** Indexes the approvals of a tree. */
export function approvalSlotsOf(permissions: readonly Permission[]): ApprovalSlots {
  const slots = new Map<string, number>()
  for (const { action, binding, drone, plain } of permissions) {
    const kind = kinds.get(action.route)
    if (kind === undefined || plain === null) continue
    const key = keyOf(kind, drone, [binding.token, binding.spender])
    if (!slots.has(key)) slots.set(key, plain.slot)
  }
  return {
    slotsOf: (action, binding, drone) => {
      const granted: number[] = []
      const missing: WantedApproval[] = []
      for (const needed of approvalsOf(action, binding)) {
        const { token, spender, approval } = needed
        if (token === nativeAsset) continue
        const keys =
          approval.through === undefined
            ? [keyOf('direct', drone, [token, spender])]
            : [
                keyOf('direct', drone, [token, permit2Address]),
                keyOf('through', drone, [token, spender]),
              ]
        const steps = keys.flatMap((key) => slots.get(key) ?? [])
        if (steps.length === keys.length) granted.push(...steps)
        else missing.push(needed)
      }
      return { slots: granted, missing }
    },
  }
}

type ApprovalKind = 'direct' | 'through'

const kinds: ReadonlyMap<string, ApprovalKind> = new Map([
  ['erc_20/approve', 'direct'],
  ['permit2/approve', 'through'],
])

function keyOf(kind: ApprovalKind, drone: Address | null, pair: readonly unknown[]): string {
  return [kind, drone, ...pair].join('|').toLowerCase()
}
