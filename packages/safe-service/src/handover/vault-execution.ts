import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type Chain,
  type ChainUnit,
  HistoryPrunedError,
  readUnits,
  readVaultTransaction,
  type VaultLogs,
  type VaultRun,
  type VaultTransaction,
} from '@vaultwright/chain'
import {
  type BlockRef,
  type ExecutionMove,
  executionMovesOf,
  type FollowDifference,
  type FollowOutcome,
  type Statement,
  safeDifferencesOf,
} from '@vaultwright/outcome'
import { registryUnits } from '@vaultwright/registry'
import { followLog } from './follow-execution.ts'
import { tokensToAsk } from './token-unit.ts'

/** Something that the chain executed for a vault, proposed by us or not: what it did, and whether that was as stated. */
export type VaultExecution = Pick<VaultRun, 'logIndex' | 'strategist' | 'safeTxHash' | 'calls'> & {
  readonly transactionHash: Hex
  readonly block: BlockRef
  /** Null where nothing was stated. */
  readonly outcome: FollowOutcome | null
  readonly details: ExecutionDetails
}

/** The parts of an execution that no list is sorted or filtered by. */
export type ExecutionDetails = Pick<VaultRun, 'kind' | 'origin' | 'calldata'> & {
  readonly basis: VaultTransaction['basis']
  /** Of the vault, its drones and the strategist. */
  readonly moves: readonly ExecutionMove[]
  /** Of tokens that are not on record, as they state them; none where the node no longer has the state at the block. */
  readonly units: readonly ChainUnit[]
  /** Each difference to the statement, and what is unusual without one. */
  readonly findings: readonly ExecutionFinding[]
  /** Null where something was stated. */
  readonly notStatedBecause: string | null
}

/** One thing to know of an execution. */
export type ExecutionFinding = {
  readonly code: FollowDifference['code'] | 'other_strategist' | 'no_batch' | 'strategist_unknown'
  /** One sentence. */
  readonly message: string
}

/** The vault whose executions are read. */
export type ExecutingVault = {
  readonly manager: Address
  /** The vault and its drones. */
  readonly watched: readonly Address[]
  /** Gives what was stated of a transaction of a Safe; null where nothing was. */
  readonly statementOf: (safe: Address, safeTxHash: Hex) => Promise<Statement | null>
}

/**
 * Tells everything that one transaction executed for a vault, and compares each part that was stated.
 *
 * @param logs - one list of `readVaultLogs`.
 * @returns in the order of the chain. Every log that ends an execution is in one of them.
 * @throws {ReorgError} when the chain changes while it is read.
 */
export async function readVaultExecutions(
  chain: Chain,
  logs: VaultLogs,
  vault: ExecutingVault,
): Promise<readonly VaultExecution[]> {
  const transaction = await readVaultTransaction(chain, logs, vault.manager)
  const { transactionHash, block, basis } = transaction
  const executions: VaultExecution[] = []
  for (const run of transaction.runs) {
    const { kind, origin, calldata, logIndex, strategist, safeTxHash, calls } = run
    const judged = await judgeRun(chain, { run, transaction }, vault)
    const watched = strategist === null ? vault.watched : [...vault.watched, strategist]
    const moves = executionMovesOf(run, watched)
    const units = await unitsOf(chain, moves, block)
    const { findings, notStatedBecause } = judged
    executions.push({
      transactionHash,
      block,
      logIndex,
      strategist,
      safeTxHash,
      calls,
      outcome: judged.outcome,
      details: { kind, origin, calldata, basis, moves, units, findings, notStatedBecause },
    })
  }
  return executions
}

async function unitsOf(
  chain: Chain,
  moves: readonly ExecutionMove[],
  block: BlockRef,
): Promise<readonly ChainUnit[]> {
  const named = moves.map(({ token }) => token)
  const tokens = tokensToAsk(named, registryUnits(chain.id))
  if (tokens.length === 0) return []
  try {
    return await readUnits(chain, tokens, block)
  } catch (error) {
    if (error instanceof HistoryPrunedError) return []
    throw error
  }
}

type RunInTransaction = { readonly run: VaultRun; readonly transaction: VaultTransaction }
type JudgedRun = Pick<VaultExecution, 'outcome'> &
  Pick<ExecutionDetails, 'findings' | 'notStatedBecause'>

async function judgeRun(
  chain: Chain,
  { run, transaction }: RunInTransaction,
  { statementOf }: ExecutingVault,
): Promise<JudgedRun> {
  const { strategist, safeTxHash, isSuccess } = run
  const unusual = findingsOf(run, transaction)
  const statement =
    strategist === null || safeTxHash === null ? null : await statementOf(strategist, safeTxHash)
  if (statement === null || safeTxHash === null) {
    return { outcome: null, findings: unusual, notStatedBecause: reasonOf(run) }
  }
  const { transactionHash, block } = transaction
  const place = { transactionHash, blockNumber: block.number, blockHash: block.hash }
  try {
    const log = { safeTxHash, isSuccess, ...place }
    const { outcome, differences } = await followLog(chain, statement, log)
    return { outcome, findings: joined(differences, unusual), notStatedBecause: null }
  } catch (error) {
    if (!(error instanceof HistoryPrunedError)) throw error
    const message = 'The node no longer has the state around the block: balances cannot be read.'
    const findings = joined([{ code: 'balance_unread', message }], unusual)
    return { outcome: isSuccess ? 'undecided' : 'failed', findings, notStatedBecause: null }
  }
}

/** Names what is unusual of an execution whether or not something was stated. */
function findingsOf(
  { kind, origin, strategist, isSuccess }: VaultRun,
  { runs, receiptLogs, basis }: VaultTransaction,
): readonly ExecutionFinding[] {
  const findings: ExecutionFinding[] = []
  const add = (code: ExecutionFinding['code'], message: string) => findings.push({ code, message })
  if (!isSuccess) {
    const end = origin === 'module' ? '' : ', its nonce is used'
    add('failed', `The Safe made the call and it failed: nothing of it happened${end}.`)
  } else if (
    kind === 'safe' &&
    origin !== 'module' &&
    runs.every((other) => other.strategist !== null)
  ) {
    add('no_batch', "The Safe's transaction ran no batch of the Manager.")
  }
  if (strategist === null) {
    const message = 'Neither a trace nor the calldata shows who called the Manager, and with what.'
    add('strategist_unknown', message)
  } else findings.push(...safeDifferencesOf(strategist, { receiptLogs }))
  const strategists = new Set(runs.flatMap((run) => run.strategist ?? []))
  for (const account of strategists) {
    if (strategist === null || isSameAddress(account, strategist)) continue
    add('other_strategist', `The strategist ${account} acted in the same transaction.`)
  }
  if (basis === 'receipt') {
    const message =
      'The node gives no trace: moves are those of the whole transaction, without those of the coin.'
    add('not_traced', message)
  }
  return findings
}

function reasonOf({ origin, safeTxHash }: VaultRun): string {
  if (origin === 'module') return 'A module made the Safe act: no owner signed it.'
  if (origin === 'account')
    return 'The account acts by itself: only proposals to a Safe are stated.'
  if (origin === null) return 'Who acted is not known.'
  if (safeTxHash === null) return 'The transaction of the Safe cannot be told from others.'
  return 'It was not proposed here.'
}

function joined(
  one: readonly ExecutionFinding[],
  other: readonly ExecutionFinding[],
): readonly ExecutionFinding[] {
  return [...new Map([...other, ...one].map((each) => [each.code + each.message, each])).values()]
}
