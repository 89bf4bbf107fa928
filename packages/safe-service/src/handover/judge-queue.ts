import type { ChainUnit } from '@vaultwright/chain'
import {
  entryEvidenceOf,
  type JudgedEntry,
  judgeQueueEntry,
  judgeRows,
  type ServiceRows,
  tokensOfCalls,
  withNames,
} from '@vaultwright/packet'
import {
  forgottenFindings,
  nextNonceOf,
  type QueueFinding,
  type RememberedEntry,
  rememberQueue,
  type SafeAccountState,
} from '@vaultwright/safe'
import type { SafeService } from '../safe-service.ts'
import type { SafeAtBlock } from './safe-reader.ts'
import { tokensToAsk, withTokenUnits } from './token-unit.ts'

export type { JudgedEntry }

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
  /** Tokens of the entries that nothing else knows, as they state themselves at the block; at most 24. */
  readonly units: readonly ChainUnit[]
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
  safe: SafeAtBlock,
  services: readonly SafeService[],
  { remembered = [], pause = goOn }: JudgeOptions = {},
): Promise<JudgedQueue> {
  const { account, unprovenBecause, signatures, evidence } = safe
  const lists: ServiceRows[] = []
  for (const service of services) {
    lists.push({ name: service.name, ...(await service.list(account.safe, account.nonce)) })
  }
  const judged = await judgeRows(lists, { account, signatures, evidence, pause })
  const { findings } = judged
  const { entries, units } = await withUnits(judged.entries, safe)
  const verified = entries.map((entry) => entry.verified)
  const forgotten = forgottenFindings(remembered, verified, account)
  return {
    account,
    unprovenBecause,
    entries,
    findings: [...findings, ...(await hiddenFindings(forgotten, services))],
    remembered: rememberQueue(remembered, verified, account),
    nextNonce: nextNonceOf(verified, account, remembered),
    units,
  }
}

/** Asks the tokens that nothing else knows for their units, and judges the entries that name them once more. */
async function withUnits(
  entries: readonly JudgedEntry[],
  { account, evidence, unitsOf }: SafeAtBlock,
): Promise<Pick<JudgedQueue, 'entries' | 'units'>> {
  const unknown = entries.map(({ verdict }) => {
    const { naming } = entryEvidenceOf(verdict, evidence)
    return tokensOfCalls(verdict.calls, naming).filter((token) => naming.units(token) === null)
  })
  const tokens = tokensToAsk(unknown.flat(), evidence.naming.units)
  if (tokens.length === 0) return { entries, units: [] }
  const units = await unitsOf(tokens)
  const named = withNames(evidence, (naming) => withTokenUnits(naming, units))
  const judgeAgain = ({ verified, state }: JudgedEntry): JudgedEntry => ({
    verified,
    state,
    verdict: judgeQueueEntry(verified, account, named),
  })
  return {
    units,
    entries: entries.map((entry, index) =>
      unknown[index]!.length === 0 ? entry : judgeAgain(entry),
    ),
  }
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
