import type { ControlStatus } from '../control/last-control.ts'
import type { AddGauge } from './safe-metric.ts'

const vaultLabels = ['tenant', 'chain', 'vault'] as const

/** Adds what this process knows of who controls vaults. */
export function followControls(gauge: AddGauge, report: () => readonly ControlStatus[]): void {
  const readAt = 'Time of the block at which who controls a vault was last read in full, unix'
  gauge(['control_read_timestamp_seconds', readAt, vaultLabels], (self) => {
    for (const status of report()) self.set(labelsOf(status), Number(status.atUnix))
  })
  const complete = '1 while no holder can be hidden in a list that was read'
  gauge(['control_complete', complete, vaultLabels], (self) => {
    for (const status of report()) self.set(labelsOf(status), status.isComplete ? 1 : 0)
  })
}

function labelsOf({ vaultRef: { tenantId, chain, vault } }: ControlStatus) {
  return { tenant: tenantId, chain, vault }
}
