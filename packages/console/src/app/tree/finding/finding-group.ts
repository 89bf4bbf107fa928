import type { Finding, Severity } from '@vaultwright/base'

/** Findings of one code and severity; `first` is the number of the first of them in the whole list. */
export type FindingGroup = {
  readonly code: string
  readonly severity: Severity
  readonly first: number
  readonly findings: readonly Finding[]
}

/** More findings of a code than this are folded into one line. */
export const maxAlike = 5

/** The slots that a finding is about, ascending; empty when it is about the whole. */
export function slotsOfFinding({ leaf, facts }: Finding): readonly number[] {
  const { positions } = facts
  const listed = Array.isArray(positions)
    ? positions.filter((slot): slot is number => Number.isSafeInteger(slot))
    : []
  if (listed.length > 0) return [...new Set(listed)].sort((one, other) => one - other)
  return leaf === null ? [] : [leaf]
}

/**
 * Orders findings for a reader: those of a code stand together, in the order of their first.
 *
 * @returns the findings, the worst severity first, as they are counted from 1 in an address.
 */
export function orderFindings(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.code}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  const ranks: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }
  return [...groups.values()]
    .sort(([one], [other]) => ranks[one!.severity] - ranks[other!.severity])
    .flat()
}

/** Gathers ordered findings of the same code and severity. */
export function groupFindings(ordered: readonly Finding[]): readonly FindingGroup[] {
  const groups: (FindingGroup & { readonly findings: Finding[] })[] = []
  for (const [index, finding] of ordered.entries()) {
    const last = groups.at(-1)
    if (last?.code === finding.code && last.severity === finding.severity) {
      last.findings.push(finding)
    } else {
      const { code, severity } = finding
      groups.push({ code, severity, first: index + 1, findings: [finding] })
    }
  }
  return groups
}
