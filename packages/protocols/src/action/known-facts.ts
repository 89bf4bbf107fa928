import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { contractOf, contractsAt, tokenOf } from '@vaultwright/registry'

/** The unit of a token as known without asking a chain. */
export type KnownUnit = {
  readonly symbol: string
  readonly decimals: number
  /** The token demands that an allowance is zero before it changes; null when that is not known. */
  readonly resetsApproval: boolean | null
}

/** The known facts about accounts of one chain: from the registry, a lock file, a definition. */
export type KnownFacts = {
  /** Symbol and decimals; null when it is not known that the account is a token. */
  readonly tokenOf: (account: Address) => KnownUnit | null
  /** The name of an account for people; null if it has none. */
  readonly labelOf: (account: Address) => string | null
  /** Protocols that the account is known to belong to, by name; empty when it is not known. */
  readonly protocolsOf: (account: Address) => readonly string[]
  /** The answer of an account to a call such as `asset()`, a list where the call takes an index; null if unknown. */
  readonly factOf: (account: Address, call: string) => AbiValue | null
  /** Values of parameters that belong together though leaves do not bind them all, such as a market's LLTV. */
  readonly entriesOf: (protocol: string) => readonly Readonly<Record<string, AbiValue>>[]
}

/** Nothing is known. */
export const emptyFacts: KnownFacts = {
  tokenOf: () => null,
  labelOf: () => null,
  protocolsOf: () => [],
  factOf: () => null,
  entriesOf: () => [],
}

/**
 * Gives what the registry knows of a chain.
 *
 * @returns its tokens, and the contracts that protocols are known to have.
 */
export function knownFactsOf(chainId: number): KnownFacts {
  return {
    ...emptyFacts,
    tokenOf: (account) => tokenOf(chainId, account),
    labelOf: (account) =>
      contractOf(chainId, account)?.label ?? tokenOf(chainId, account)?.symbol ?? null,
    protocolsOf: (account) => contractsAt(chainId, account).map(({ protocol }) => protocol),
  }
}

/**
 * Joins what several sources know; the first that answers counts. What it leaves open of a token, the
 * next ones tell.
 *
 * @param sources - the one that is trusted most first.
 */
export function mergeFacts(sources: readonly KnownFacts[]): KnownFacts {
  const first = <Value>(ask: (source: KnownFacts) => Value | null): Value | null => {
    for (const source of sources) {
      const value = ask(source)
      if (value !== null) return value
    }
    return null
  }
  return {
    tokenOf: (account) => unitOf(sources, account),
    labelOf: (account) => first((source) => source.labelOf(account)),
    protocolsOf: (account) =>
      sources.map((source) => source.protocolsOf(account)).find((names) => names.length > 0) ?? [],
    factOf: (account, call) => first((source) => source.factOf(account, call)),
    entriesOf: (protocol) => sources.flatMap((source) => source.entriesOf(protocol)),
  }
}

function unitOf(sources: readonly KnownFacts[], account: Address): KnownUnit | null {
  const units = sources.flatMap((source) => source.tokenOf(account) ?? [])
  const [unit] = units
  if (unit === undefined) return null
  const resets = units.map(({ resetsApproval }) => resetsApproval).find((one) => one !== null)
  return { ...unit, resetsApproval: resets ?? null }
}
