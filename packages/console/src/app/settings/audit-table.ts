import type { AuditData } from '@vaultwright/wire'

/** The filter of an audit log; an empty text matches everything. */
export type AuditSearch = {
  readonly actor: string
  readonly act: string
  readonly subject: string
}

/** Leaves the entries that hold every text, in any case. */
export function filterAudit(
  entries: readonly AuditData[],
  { actor, act, subject }: AuditSearch,
): readonly AuditData[] {
  return entries.filter(
    (entry) => holds(entry.actor, actor) && holds(entry.act, act) && holds(entry.subject, subject),
  )
}

/** Writes entries as CSV, in their order. */
export function auditCsvOf(entries: readonly AuditData[]): string {
  const rows = entries.map(({ at: time, actor, act, subject, details }) => [
    time,
    actor,
    act,
    subject,
    JSON.stringify(details),
  ])
  return `${[['at', 'actor', 'act', 'subject', 'details'], ...rows]
    .map((row) => row.map(cellOf).join(','))
    .join('\r\n')}\r\n`
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase())
}
