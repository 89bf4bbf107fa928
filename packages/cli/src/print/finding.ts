import type { Finding, Severity } from '@vaultwright/base'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/** How many findings of a kind are printed where not all are wanted. */
const few = 5
const severities: readonly Severity[] = ['error', 'warning', 'info']

/** Prints findings for a person, the worst first, those of a kind together. */
export function* printFindings(
  findings: readonly Finding[],
  { ink, all }: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  for (const severity of severities) {
    const paint = { error: ink.red, warning: ink.yellow, info: ink.dim }[severity]
    const mine = findings.filter((finding) => finding.severity === severity)
    for (const code of new Set(mine.map((finding) => finding.code))) {
      const same = mine.filter((finding) => finding.code === code)
      for (const finding of all ? same : same.slice(0, few)) {
        const told = printSafely(placedText(finding))
        yield `  ${paint(severity.padEnd(7))}  ${told} ${ink.dim(`[${code}]`)}\n`
      }
      const rest = all ? 0 : same.length - few
      if (rest > 0) yield ink.dim(`           and ${rest} more [${code}]; --all prints them\n`)
    }
  }
}

/**
 * Tells whether a finding is shown where many trees are checked: what is only good to know is left out there.
 */
export function isNotable({ severity }: Finding): boolean {
  return severity !== 'info'
}

function placedText({ message, leaf }: Finding): string {
  const isPlaced = leaf === null || /\b(slots?|leafs?|leaves)\b/.test(message)
  return isPlaced ? message : `leaf ${leaf}: ${message}`
}
