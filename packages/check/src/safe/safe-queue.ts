import type { Address, Hex } from '@vaultwright/base'
import { type JudgedEntry, judgeRows, type QueueEvidence, withNames } from '@vaultwright/packet'
import { joinUnits, statedUnits, type UnitLookup } from '@vaultwright/registry'
import type { QueueFinding, SafeAccountState, SignatureReader } from '@vaultwright/safe'
import type { SafeEntryData, SafeQueueData, SafeTokenData } from '@vaultwright/wire'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'
import type { CheckedSafe } from './safe-account.ts'

/** An entry as it is judged here, beside the service's word for it. */
export type CheckedSafeEntry = JudgedEntry & {
  /** Null where the service does not list it. */
  readonly served: SafeEntryData | null
  /** Differences between the service's word and what is computed here. */
  readonly differences: readonly AnswerReason[]
}

/** A queue, judged here from the rows that the service passed on. */
export type CheckedSafeQueue = {
  /** In rising order of nonce. */
  readonly entries: readonly CheckedSafeEntry[]
  /** Computed here, and those that rest on what the service saw before. */
  readonly findings: readonly Pick<QueueFinding, 'weight' | 'code' | 'hash' | 'message'>[]
  /** Counts amounts, too, in units that nothing here knows: they are the service's word. */
  readonly evidence: QueueEvidence
}

/** Findings that rest on an earlier look, which only the service had. */
const earlierFindings: ReadonlySet<string> = new Set(['gone', 'hidden', 'confirmation_gone'])

/**
 * Judges a queue again: hashes, signers, states and answers come from the raw rows and the proven account.
 *
 * Signatures that only the chain can tell of, of contracts and approved hashes, count for nothing here.
 */
export async function checkSafeQueue(
  queue: Pick<SafeQueueData, 'account' | 'entries' | 'findings' | 'listings' | 'tokens'>,
  { account }: CheckedSafe,
  ownEvidence: QueueEvidence,
): Promise<CheckedSafeQueue> {
  const stated = servedUnits(queue.tokens)
  const evidence = withNames(ownEvidence, (naming) => {
    return { ...naming, units: joinUnits(naming.units, stated) }
  })
  const lists = queue.listings.map(({ service, rows, is_cut: isCut }) => {
    return { name: service, rows, count: null, isCut }
  })
  const signatures = keyReaderOf(account)
  const judged = await judgeRows(lists, { account, signatures, evidence, pause: async () => {} })
  const isSameAccount = isSameOf(account, queue.account)
  const { findings } = judged
  const earlier = queue.findings
    .filter(({ code }) => earlierFindings.has(code) || !findings.some((each) => each.code === code))
    .map(({ weight, code, safe_tx_hash, message }) => {
      return {
        weight,
        code: code as QueueFinding['code'],
        hash: safe_tx_hash as Hex | null,
        message,
      }
    })
  return {
    entries: judged.entries.map((entry) => {
      const served = queue.entries.find((each) => isOf(each, entry)) ?? null
      return { ...entry, served, differences: differencesOf(entry, served, isSameAccount) }
    }),
    findings: [...findings, ...earlier],
    evidence,
  }
}

/** Finds the units that a service passes on as the word of tokens. */
export function servedUnits(tokens: readonly SafeTokenData[]): UnitLookup {
  const stated = tokens.map(({ token_address: address, symbol, decimals }) => {
    return { address: address as Address, symbol, decimals }
  })
  return statedUnits(stated, 'service')
}

function isOf(served: SafeEntryData, { verified }: JudgedEntry): boolean {
  return served.safe_tx_hash.toLowerCase() === verified.hash
}

/** The answers of two blocks may differ; those of one account may not. */
function differencesOf(
  { verified, state, verdict }: JudgedEntry,
  served: SafeEntryData | null,
  isSameAccount: boolean,
): readonly AnswerReason[] {
  if (served === null)
    return [
      reasonOf('no', 'stated', 'The service judged no transaction with the hash of this row.'),
    ]
  if (!isSameAccount) return []
  const pairs = [
    ['answer', served.answer, verdict.answer],
    ['state', served.state, state],
    ['number of signers', String(served.signatures.length), String(verified.signatures.length)],
  ] as const
  return pairs
    .filter(([, stated, computed]) => stated !== computed)
    .map(([name, stated, computed]) =>
      reasonOf('open', 'stated', `The ${name} is ${computed} here, and ${stated} by the service.`),
    )
}

function isSameOf(account: SafeAccountState, data: SafeQueueData['account']): boolean {
  return (
    String(account.nonce) === data.nonce &&
    account.threshold === data.threshold &&
    account.owners.join().toLowerCase() === data.owners.join().toLowerCase()
  )
}

/** Answers by the rules of the contract what its own check answers on the chain, for signatures of keys alone. */
function keyReaderOf({ threshold }: SafeAccountState): SignatureReader {
  return {
    isApproved: async () => null,
    isAccepted: async () => null,
    isExecutable: async ({ signatures }) => {
      const isOfKeys = signatures.length === 2 + threshold * 130
      const kinds = Array.from({ length: threshold }, (_, index) =>
        Number.parseInt(signatures.slice(index * 130 + 130, index * 130 + 132), 16),
      )
      return isOfKeys && kinds.every((kind) => kind >= 27) ? true : null
    },
  }
}
