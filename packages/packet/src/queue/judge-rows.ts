import { BaseError } from '@vaultwright/base'
import {
  parseServiceEntry,
  type QueueFinding,
  type QueueState,
  queueFindings,
  queueStatesOf,
  type SafeAccountState,
  type ServiceEntry,
  type SignatureReader,
  safeTransactionHashOf,
  type VerifiedEntry,
  verifyEntry,
} from '@vaultwright/safe'
import { judgeQueueEntry, type QueueEvidence, type QueueVerdict } from './queue-entry.ts'

/** The rows of one service, as it gave them. */
export type ServiceRows = {
  /** As people call the service. */
  readonly name: string
  readonly rows: readonly unknown[]
  /** The service's own count; null where it gives none. */
  readonly count: number | null
  /** True if the service has more than is read. */
  readonly isCut: boolean
}

/** One entry of a queue: who signed it, whether it can run, and what its calls do. */
export type JudgedEntry = {
  readonly verified: VerifiedEntry
  readonly state: QueueState
  readonly verdict: QueueVerdict
}

/** Rows, judged. */
export type JudgedRows = {
  /** In rising order of nonce. */
  readonly entries: readonly JudgedEntry[]
  readonly findings: readonly QueueFinding[]
}

/** The Safe, and what entries are judged by. */
export type RowEvidence = {
  readonly account: SafeAccountState
  readonly signatures: SignatureReader
  readonly evidence: QueueEvidence
  /** Runs between two entries, so that other work gets its turn. */
  readonly pause: () => Promise<void>
}

/**
 * Judges the rows that services gave of a Safe's queue, entry by entry and as a whole.
 *
 * @param lists - one a service; an entry that several list has the signatures of all of them.
 */
export async function judgeRows(
  lists: readonly ServiceRows[],
  { account, signatures, evidence, pause }: RowEvidence,
): Promise<JudgedRows> {
  const findings: QueueFinding[] = []
  let entries: readonly ServiceEntry[] = []
  for (const list of lists) {
    findings.push(...listFindings(list))
    const parsed = parseRows(list)
    findings.push(...parsed.findings)
    entries = joined(entries, parsed.entries, account)
  }
  const verified: VerifiedEntry[] = []
  for (const entry of entries) {
    await pause()
    verified.push(await verifyEntry(entry, account, signatures))
  }
  const states = queueStatesOf(verified, account)
  const judged: JudgedEntry[] = []
  for (const [index, each] of verified.entries()) {
    await pause()
    const verdict = judgeQueueEntry(each, account, evidence)
    judged.push({ verified: each, state: states[index]!, verdict })
  }
  return {
    entries: judged.toSorted((first, second) => (nonceOf(first) < nonceOf(second) ? -1 : 1)),
    findings: [...findings, ...queueFindings(verified, account)],
  }
}

const nonceOf = ({ verified }: JudgedEntry) => verified.entry.transaction.nonce

function listFindings({ name, rows, count, isCut }: ServiceRows): readonly QueueFinding[] {
  const list = { hash: null, nonce: null }
  if (isCut) {
    const message = `The ${name} has more entries than are read: only its first ${rows.length} are judged.`
    return [{ ...list, weight: 'incomplete', code: 'listing_cut', message }]
  }
  if (count === null || count === rows.length) return []
  const message = `The ${name} counts ${count} entries and lists ${rows.length}.`
  return [{ ...list, weight: 'incomplete', code: 'listing_incomplete', message }]
}

function parseRows({ name, rows }: ServiceRows) {
  const entries: ServiceEntry[] = []
  const findings: QueueFinding[] = []
  for (const [index, row] of rows.entries()) {
    try {
      entries.push(parseServiceEntry(row))
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      const message = `Row ${index + 1} of the ${name} cannot be read: ${error.shortMessage}`
      findings.push({ weight: 'no', code: 'row_unread', hash: null, nonce: null, message })
    }
  }
  return { entries, findings }
}

/** Joins the entries of a further service: the same transaction has the confirmations of both. */
function joined(
  entries: readonly ServiceEntry[],
  further: readonly ServiceEntry[],
  account: SafeAccountState,
): readonly ServiceEntry[] {
  if (entries.length === 0) return further
  const keyOf = ({ transaction, statedHash }: ServiceEntry) =>
    `${safeTransactionHashOf(transaction, account)} ${statedHash?.toLowerCase() ?? ''}`
  const list = [...entries]
  for (const entry of further) {
    const index = entries.findIndex((each) => keyOf(each) === keyOf(entry))
    const first = list[index]
    if (first === undefined) list.push(entry)
    else {
      const isNew = ({ owner, signature }: ServiceEntry['confirmations'][number]) =>
        !first.confirmations.some((each) => each.owner === owner && each.signature === signature)
      list[index] = {
        ...first,
        confirmations: [...first.confirmations, ...entry.confirmations.filter(isNew)],
        isTrusted: first.isTrusted || entry.isTrusted,
        proposedByDelegate: first.proposedByDelegate ?? entry.proposedByDelegate,
      }
    }
  }
  return list
}
