import type { VaultStatus } from '../status/vault-status.ts'
import type { AddGauge } from './safe-metric.ts'

const vaultLabels = ['tenant', 'chain', 'vault'] as const

/** Adds the least and the most that vaults were worth on their last day, and the room of their next rate. */
export function followWorth(
  gauge: AddGauge,
  vaults: () => Promise<readonly VaultStatus[] | null>,
): void {
  const bounded = async () =>
    ((await vaults()) ?? []).flatMap(({ tenantId, chain, vault, worthBounds }) =>
      worthBounds === null ? [] : [{ labels: { tenant: tenantId, chain, vault }, worthBounds }],
    )
  const gap = 'The least and the most worth less total assets, of the latter; none where it is open'
  gauge(['nav_gap_ratio', gap, [...vaultLabels, 'bound']], async (self) => {
    for (const { labels, worthBounds } of await bounded()) {
      const { gapLower, gapUpper } = worthBounds
      if (gapLower !== null) self.set({ ...labels, bound: 'lower' }, Number(gapLower))
      if (gapUpper !== null) self.set({ ...labels, bound: 'upper' }, Number(gapUpper))
    }
  })
  const open = 'Reasons for which the least or the most worth is not known'
  gauge(['nav_open_places', open, vaultLabels], async (self) => {
    for (const { labels, worthBounds } of await bounded()) self.set(labels, worthBounds.open.length)
  })
  const room = 'Part of the way from the last rate to a bound that is left to the counted rate'
  gauge(['nav_headroom_ratio', room, [...vaultLabels, 'side']], async (self) => {
    for (const { labels, worthBounds } of await bounded()) {
      const { roomBelow = null, roomAbove = null } = worthBounds.nextRate ?? {}
      if (roomBelow !== null) self.set({ ...labels, side: 'lower' }, Number(roomBelow))
      if (roomAbove !== null) self.set({ ...labels, side: 'upper' }, Number(roomAbove))
    }
  })
}
