import { BaseError } from '@vaultwright/base'
import { judgeQueueEntry, type QueueVerdict } from '@vaultwright/packet'
import {
  forgottenFindings,
  nextNonceOf,
  parseServiceEntry,
  type QueueFinding,
  type QueueState,
  queueFindings,
  queueStatesOf,
  type RememberedEntry,
  rememberQueue,
  type SafeAccountState,
  type ServiceEntry,
  safeTransactionHashOf,
  type VerifiedEntry,
  verifyEntry,
} from '@vaultwright/safe'
import type { SafeService, ServiceList } from '../safe-service.ts'
import type { SafeAtBlock } from './safe-reader.ts'

/** One entry of a queue: who signed it, whether it can run, and what its calls do. */
export type JudgedEntry = {
  readonly verified: VerifiedEntry
  readonly state: QueueState
  readonly verdict: QueueVerdict
}

/** The queue of a Safe at one block, judged entry by entry and as a whole. */
export type JudgedQueue = {
  readonly account: SafeAccountState
  readonly unprovenBecause: string | null
  /** In rising order of nonce. */
  readonly entries: readonly JudgedEntry[]
  readonly findings: readonly QueueFinding[]
  /** To be given to the next look: a service can hide an entry, not undo a signature. */
  readonly remembered: readonly RememberedEntry[]
  /** The first free nonce. */
  readonly nextNonce: bigint
}

/** Options of a look at a queue. */
export type JudgeOptions = {
  /** Entries that an earlier look gave. Default: none. */
  readonly remembered?: readonly RememberedEntry[]
  /** Runs between two entries, so that other work gets its turn. Default: nothing runs. */
  readonly pause?: () => Promise<void>
}

const goOn = async () => {}

/**
 * Judges the queue that services hold for a Safe: the services are asked, and the chain is believed.
 *
 * @param services - each is read; an entry that several list has the signatures of all of them.
 * @throws {ServiceUnavailableError} {ServiceRefusedError} {ServiceAnswerError} when a service cannot be read.
 */
export async function judgeQueue(
  { account, unprovenBecause, signatures, evidence }: SafeAtBlock,
  services: readonly SafeService[],
  { remembered = [], pause = goOn }: JudgeOptions = {},
): Promise<JudgedQueue> {
  const findings: QueueFinding[] = []
  let entries: readonly ServiceEntry[] = []
  for (const service of services) {
    const list = await service.list(account.safe, account.nonce)
    findings.push(...listFindings(service, list))
    const parsed = parseRows(service, list.rows)
    findings.push(...parsed.findings)
    entries = joined(entries, parsed.entries, account)
  }
  const verified: VerifiedEntry[] = []
  for (const entry of entries) {
    await pause()
    verified.push(await verifyEntry(entry, account, signatures))
  }
  const states = queueStatesOf(verified, account)
  const forgotten = forgottenFindings(remembered, verified, account)
  const judged: JudgedEntry[] = []
  for (const [index, each] of verified.entries()) {
    await pause()
    const verdict = judgeQueueEntry(each, account, evidence)
    judged.push({ verified: each, state: states[index]!, verdict })
  }
  return {
    account,
    unprovenBecause,
    entries: judged.toSorted((first, second) => (nonceOf(first) < nonceOf(second) ? -1 : 1)),
    findings: [
      ...findings,
      ...queueFindings(verified, account),
      ...(await hiddenFindings(forgotten, services)),
    ],
    remembered: rememberQueue(remembered, verified, account),
    nextNonce: nextNonceOf(verified, account, remembered),
  }
}

const nonceOf = ({ verified }: JudgedEntry) => verified.entry.transaction.nonce

function listFindings(
  { name }: SafeService,
  { rows, count, isCut }: ServiceList,
): readonly QueueFinding[] {
  const list = { hash: null, nonce: null }
  if (isCut) {
    const message = `The ${name} has more entries than are read: only its first ${rows.length} are judged.`
    return [{ ...list, weight: 'incomplete', code: 'listing_cut', message }]
  }
  if (count === null || count === rows.length) return []
  const message = `The ${name} counts ${count} entries and lists ${rows.length}.`
  return [{ ...list, weight: 'incomplete', code: 'listing_incomplete', message }]
}

function parseRows({ name }: SafeService, rows: readonly unknown[]) {
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

/** An entry that a service has and leaves out of its list is hidden, not gone. */
async function hiddenFindings(
  findings: readonly QueueFinding[],
  services: readonly SafeService[],
): Promise<readonly QueueFinding[]> {
  const list: QueueFinding[] = []
  for (const finding of findings) {
    const holder = finding.code === 'gone' ? await holderOf(finding.hash!, services) : null
    if (holder === null) list.push(finding)
    else {
      const { hash, nonce } = finding
      const message = `The ${holder} has ${hash} (nonce ${nonce}) and leaves it out of its list.`
      list.push({ weight: 'no', code: 'hidden', hash, nonce, message })
    }
  }
  return list
}

async function holderOf(
  hash: NonNullable<QueueFinding['hash']>,
  services: readonly SafeService[],
): Promise<string | null> {
  for (const service of services) {
    if ((await service.get(hash)) !== null) return service.name
  }
  return null
}
