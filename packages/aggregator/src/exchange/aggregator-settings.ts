import type { Hex } from '@vaultwright/base'
import type { AggregatorFetch, AggregatorServer } from './ask-server.ts'
import { type BudgetLimits, openRequestBudget } from './request-budget.ts'

/** The settings of an adapter. */
export type AggregatorSettings = {
  readonly fetch: AggregatorFetch
  /** Of its service, without a slash at the end; the public one when null. */
  readonly url: string | null
  /** Sent in a header only; null for services that ask for none. */
  readonly key: string | null
  readonly nowMs: () => number
  /** The partner that a service gave an id with its key; none by default. */
  readonly partnerId?: Hex | null
  /** Default: 8,000. */
  readonly timeoutMs?: number
  readonly budget?: BudgetLimits
}

/** An adapter's facts about its service. */
export type ServerDraft = {
  readonly name: string
  readonly publicUrl: string
  /** Headers that a key goes into. */
  readonly headersOf: (key: string) => Readonly<Record<string, string>>
}

const defaultTimeoutMs = 8_000

/** Joins what an adapter knows with what its user set. */
export function serverOf(draft: ServerDraft, settings: AggregatorSettings): AggregatorServer {
  const { fetch, url, key, nowMs, timeoutMs = defaultTimeoutMs, budget = {} } = settings
  return {
    name: draft.name,
    baseUrl: (url ?? draft.publicUrl).replace(/\/+$/, ''),
    headers: key === null ? {} : draft.headersOf(key),
    secrets: key === null ? [] : [key],
    fetch,
    timeoutMs,
    budget: openRequestBudget(draft.name, budget, nowMs),
  }
}

/** Unix seconds of now, and so many more. */
export function inSeconds({ nowMs }: AggregatorSettings, seconds: number): bigint {
  return BigInt(Math.floor(nowMs() / 1_000) + seconds)
}
