import { chainOf } from '@vaultwright/registry'
import type { IndexContext } from '../context/context.ts'
import type { SafeWatch } from '../context/safe-parts.ts'
import type { TenantSafeRef } from '../task/task.ts'

/** The queue of a Safe as this process saw it last. */
export type SafeStatus = TenantSafeRef & {
  readonly entries: readonly { readonly state: string; readonly answer: string }[]
  /** Nonces that several entries share. */
  readonly conflicts: number
  /** Seconds since each service was read; since this process began to ask it, where it never was. */
  readonly services: readonly { readonly service: string; readonly ageSeconds: number }[]
}

/** The quota of a service that was asked on a chain. */
export type ServiceQuota = {
  readonly chain: string
  readonly service: string
  readonly remaining: number
  /** Null where the service does not say. */
  readonly limit: number | null
}

/** All that is known of queues of Safes. */
export type SafeReport = {
  readonly safes: readonly SafeStatus[]
  readonly quotas: readonly ServiceQuota[]
}

/** A look this old gives way to that of another process. */
const oldSeconds = 900n

/** Tells what this process knows of queues, without asking a chain or a service. */
export async function safeReportOf(context: IndexContext): Promise<SafeReport> {
  const watches = [...context.watches.values()]
  const statuses = await Promise.all(
    watches.map(async (watch) =>
      (await isOvertaken(context, watch)) ? [] : [statusOf(context, watch)],
    ),
  )
  const chains = [...new Set(watches.map(({ chain }) => chain))]
  return {
    safes: statuses.flat(),
    quotas: chains.flatMap((chain) =>
      servicesOf(context, chain).flatMap(({ name: service, usage }) => {
        const { remaining, limit } = usage()
        return remaining === null ? [] : [{ chain, service, remaining, limit }]
      }),
    ),
  }
}

function servicesOf({ safes }: IndexContext, chain: string) {
  return safes?.servicesOf(chainOf(chain)?.id ?? 0) ?? []
}

/** Another process read a service since, and tells more than this one. */
async function isOvertaken(
  { store, nowUnix }: IndexContext,
  { tenantId, chain, safe, last }: SafeWatch,
): Promise<boolean> {
  if (last === null || nowUnix() - last.atUnix <= oldSeconds) return false
  const listings = await store.safeQueues.listings(tenantId, { chain, safe })
  return listings.some(({ readAtUnix }) => readAtUnix > last.atUnix)
}

function statusOf(context: IndexContext, watch: SafeWatch): SafeStatus {
  const { tenantId, chain, safe, last, beganUnix, conflicts } = watch
  const now = context.nowUnix()
  return {
    tenantId,
    chain,
    safe,
    entries: (last?.queue.entries ?? []).map(({ state, verdict: { answer } }) => {
      return { state, answer }
    }),
    conflicts: conflicts.size,
    services: servicesOf(context, chain).map(({ name: service }) => {
      const listing = last?.queue.listings.find((each) => each.service === service)
      return { service, ageSeconds: Number(now - (listing?.readAtUnix ?? beganUnix)) }
    }),
  }
}
