import type { Gauge } from 'prom-client'
import type { SafeReport, SafeStatus } from '../safe/safe-status.ts'

/** A metric of ours: its name without prefix, its help and its labels. */
export type MetricRow<Label extends string> = readonly [
  name: string,
  help: string,
  labels: readonly Label[],
]
/** Sets the values of a metric each time that it is printed. */
export type Collect<Metric> = (self: Metric) => Promise<void> | void

/** Adds a gauge of ours. */
export type AddGauge = <Label extends string>(
  row: MetricRow<Label>,
  collect: Collect<Gauge<Label>>,
) => unknown

const safeLabels = ['tenant', 'chain', 'safe'] as const

/** Adds what this process knows of queues of Safes. */
export function followSafes(gauge: AddGauge, report: () => Promise<SafeReport | null>): void {
  const safes = async () => (await report())?.safes ?? []
  const quotas = async () => (await report())?.quotas ?? []
  const entries = 'Entries of the queue of a Safe, by state and answer'
  gauge(['safe_entries', entries, [...safeLabels, 'state', 'answer']], async (self) => {
    for (const status of await safes()) {
      for (const { state, answer } of status.entries) {
        self.inc({ ...labelsOf(status), state, answer })
      }
    }
  })
  gauge(['safe_conflicts', 'Nonces that several entries share', safeLabels], async (self) => {
    for (const status of await safes()) self.set(labelsOf(status), status.conflicts)
  })
  const age = 'Since a service of queues was read'
  gauge(['safe_service_age_seconds', age, [...safeLabels, 'service']], async (self) => {
    for (const status of await safes()) {
      for (const { service, ageSeconds } of status.services) {
        self.set({ ...labelsOf(status), service }, ageSeconds)
      }
    }
  })
  const quotaLabels = ['chain', 'service'] as const
  const left = 'Requests left of the quota, as a service says'
  gauge(['safe_quota_remaining', left, quotaLabels], async (self) => {
    for (const { chain, service, remaining } of await quotas()) {
      self.set({ chain, service }, remaining)
    }
  })
  gauge(['safe_quota_limit', 'The quota, as a service says', quotaLabels], async (self) => {
    for (const { chain, service, limit } of await quotas()) {
      if (limit !== null) self.set({ chain, service }, limit)
    }
  })
}

function labelsOf({ tenantId, chain, safe }: SafeStatus) {
  return { tenant: tenantId, chain, safe }
}
