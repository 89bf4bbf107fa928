import type { Address } from '@vaultwright/base'
import type { Risk, RiskReport } from './risk.ts'
import type { WorstCall } from './worst-call.ts'

/** A way out as programs read it. */
type RiskJson = Omit<Risk, 'args' | 'worst'> & {
  /** The arguments that decide, by path. */
  readonly arguments: readonly string[]
  readonly worst: WorstCallJson | null
}

/** A worst call as programs read it. */
type WorstCallJson = Omit<WorstCall, 'reads'> & {
  readonly reads: readonly { readonly read: string; readonly value: unknown }[]
}

/** The ways out of a tree as programs read them. */
type RiskReportJson = Omit<RiskReport, 'risks'> & {
  readonly vault: Address | null
  readonly risks: readonly RiskJson[]
}

/** Makes the JSON of a report, whole calldata and proofs in it; wei stay whole numbers. */
export function riskReportJsonOf({ root, vault, counts, risks }: RiskReport): RiskReportJson {
  return { root, vault, counts, risks: risks.map(riskJsonOf) }
}

/** Makes the JSON of a way out. */
export function riskJsonOf({ args, isGuessed, worst, ...way }: Risk): RiskJson {
  return { ...way, arguments: args, isGuessed, worst: worst === null ? null : callJsonOf(worst) }
}

function callJsonOf({ reads, ...call }: WorstCall): WorstCallJson {
  return { ...call, reads: reads.map(({ read, value }) => ({ read: read.key, value })) }
}
