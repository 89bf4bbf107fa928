import { type Address, BaseError } from '@vaultwright/base'
import { type NestedLoan, readBatch } from '@vaultwright/manager'
import type { ChainLog } from '../read/log.ts'
import { safeExecutionLogOf } from '../safe/safe-execution.ts'
import { isDirectTo } from '../trace/receipt.ts'
import { type BatchTransaction, sentBatchesOf } from './sent-batch.ts'
import {
  callsIn,
  executionSelectors,
  hashOf,
  managerRun,
  moduleRunOf,
  safeRun,
  type TransactionParts,
  type VaultRun,
} from './vault-run.ts'

/** Takes from the calldata what a transaction ran; what it does not show for certain is not known. */
export function shownRunsOf(
  transaction: BatchTransaction,
  { manager, receipt, runLogs, safeLogs, moduleLogs }: TransactionParts,
): readonly VaultRun[] {
  const effects = { logs: receipt.logs, native: null }
  const [safeLog, ...furtherSafeLogs] = safeLogs
  const isBySafe =
    safeLog !== undefined &&
    furtherSafeLogs.length === 0 &&
    isDirectTo(receipt, safeLog.address) &&
    executionSelectors.some((selector) => transaction.data.startsWith(selector))
  const isShown = isDirectTo(receipt, manager) || isBySafe
  const batches = isShown ? sentBatchesOf(transaction, manager) : []
  const shown = closingLogsOf(batches, runLogs, manager)
  const runs = (shown ?? runLogs.map((log) => ({ log, batch: null }))).map(({ log, batch }) => {
    const hash = batch !== null && isBySafe ? hashOf(safeLog) : null
    const origin = batch === null ? null : isBySafe ? ('safe' as const) : ('account' as const)
    const by = { strategist: batch?.by ?? null, origin, safeTxHash: hash }
    const { logIndex } = log
    const calldata = batch?.data ?? null
    return { ...managerRun, ...by, calls: callsIn(log), calldata, logIndex, ...effects }
  })
  const linked = new Set(runs.flatMap(({ safeTxHash }) => safeTxHash ?? []))
  const ofSafes = safeLogs.flatMap((log): readonly VaultRun[] => {
    const { safeTxHash, isSuccess } = safeExecutionLogOf(log)
    if (linked.has(safeTxHash)) return []
    const { logIndex, address: strategist } = log
    return [{ ...safeRun, strategist, safeTxHash, isSuccess, logIndex, ...effects }]
  })
  return [...runs, ...ofSafes, ...moduleLogs.map((log) => ({ ...moduleRunOf(log), ...effects }))]
}

/** Finds the log that ends each batch; null where counts of batches or calls contradict the logs. */
function closingLogsOf(
  batches: ReturnType<typeof sentBatchesOf>,
  runLogs: readonly ChainLog[],
  manager: Address,
) {
  let count = 0
  const shown = []
  for (const batch of batches) {
    try {
      const { calls } = readBatch(batch.data, { manager })
      count += 1 + loansIn(calls)
      const log = runLogs[count - 1]
      if (log === undefined || callsIn(log) !== calls.length) return null
      shown.push({ log, batch })
    } catch (error) {
      if (error instanceof BaseError) return null
      throw error
    }
  }
  return count === runLogs.length ? shown : null
}

function loansIn(calls: NestedLoan['batch']['calls']): number {
  return calls.reduce((count, { loan }) => {
    return loan === null ? count : count + 1 + loansIn(loan.batch.calls)
  }, 0)
}
