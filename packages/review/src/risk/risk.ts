import { type Address, type Finding, finishSteps, printHex, type Steps } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import { findBridges } from './bridge.ts'
import {
  findDecoderOwners,
  findDecoderReads,
  findDecoderVersions,
  findOrders,
  findUnknowns,
} from './decoder.ts'
import { findDrones, findLoans, findNativeValue, findSecondReadings } from './flow.ts'
import { findDebts, findMarkets } from './market.ts'
import { findOperators } from './operator.ts'
import { findPayloads } from './payload.ts'
import { findPrices } from './price.ts'
import { findRecipients } from './recipient.ts'
import { type RiskInput, type RiskOptions, riskInputSteps } from './risk-input.ts'
import { compareSeverity, isAtLeast, type RiskSeverity, riskSeverities } from './severity.ts'
import { findSpenders } from './spender.ts'
import type { RiskDetector, WayOut } from './way-out.ts'
import { type WorstCall, worstCallOf } from './worst-call.ts'

/** A way out with a call that takes it. */
export type Risk = WayOut & {
  /** Null where no call could be made, such as for a function that no rule knows. */
  readonly worst: WorstCall | null
}

/** The worst that a strategist could do with a tree. */
export type RiskReport = {
  readonly root: `0x${string}`
  readonly vault: Address | null
  /** The number of ways out of each severity. */
  readonly counts: { readonly [severity in RiskSeverity]: number }
  /** Unknown ones first, then the most dangerous. */
  readonly risks: readonly Risk[]
}

const detectors: readonly RiskDetector[] = [
  findUnknowns,
  findRecipients,
  findSpenders,
  findPayloads,
  findPrices,
  findBridges,
  findOperators,
  findOrders,
  findNativeValue,
  findMarkets,
  findDebts,
  findLoans,
  findSecondReadings,
  findDrones,
  findDecoderOwners,
  findDecoderVersions,
  findDecoderReads,
]

/**
 * Finds the ways out of a tree: what a stolen strategist key could do at worst.
 *
 * Derived from rules, actions and the leaves' bytes, never from descriptions. What no rule knows is unknown and
 * stands first.
 *
 * @param file - a tree file.
 * @param options - rules, and what is known of accounts.
 * @returns the ways out, the worst first, each with a call that takes it, made when it is first asked for.
 */
export function risksOf(file: TreeFile, options: RiskOptions): RiskReport {
  return finishSteps(riskSteps(file, options))
}

/** Finds the ways out as `risksOf` does, in steps. */
export function* riskSteps(file: TreeFile, options: RiskOptions): Steps<RiskReport> {
  const input = yield* riskInputSteps(file, options)
  const ways: WayOut[] = []
  for (const detector of detectors) {
    yield
    for (const way of detector(input)) ways.push(way)
  }
  yield
  ways.sort((one, other) => compareSeverity(one.severity, other.severity))
  const counts = Object.fromEntries(
    riskSeverities.map((severity) => [
      severity,
      ways.filter((way) => way.severity === severity).length,
    ]),
  ) as RiskReport['counts']
  return {
    root: printHex(rootOf(file.tree.tree)),
    vault: input.vault,
    counts,
    risks: ways.map((way) => withWorstCall(input, way)),
  }
}

/**
 * Lists ways out as findings of a check: warnings, for a tree with one is sound all the same.
 *
 * @param limit - ways out of this severity or worse.
 */
export function riskFindings(
  { risks }: Pick<RiskReport, 'risks'>,
  limit: RiskSeverity,
): readonly Finding[] {
  return risks
    .filter(({ severity }) => isAtLeast(severity, limit))
    .map(({ code, severity, sentence, positions, accounts, args }): Finding => {
      return {
        code: `risk_${code}`,
        severity: 'warning',
        leaf: positions[0] ?? null,
        message: sentence,
        facts: { risk: severity, positions, accounts, arguments: args },
      }
    })
}

function withWorstCall(input: RiskInput, way: WayOut): Risk {
  let worst: WorstCall | null | undefined
  return {
    ...way,
    get worst() {
      worst ??= worstCallOf(input, way)
      return worst
    },
  }
}
