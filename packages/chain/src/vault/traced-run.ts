import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type CallFrame, nativeMovesOf } from '@vaultwright/outcome'
import { managerSelectors } from '@vaultwright/registry'
import type { ChainLog } from '../read/log.ts'
import { safeExecutionLogOf } from '../safe/safe-execution.ts'
import { type FramePath, framePathsOf, type TransactionTrace } from '../trace/transaction-trace.ts'
import {
  callsIn,
  executionSelectors,
  hashOf,
  isRunLog,
  managerRun,
  moduleRunOf,
  safeRun,
  type TransactionParts,
  type VaultRun,
} from './vault-run.ts'

/** `execTransactionFromModule` and `execTransactionFromModuleReturnData`. */
const moduleSelectors: readonly Hex[] = ['0x468721a7', '0x5229073f']

/** Finds the runs in the calls of a transaction; null where they contradict its logs. */
export function tracedRunsOf(
  trace: TransactionTrace,
  parts: TransactionParts,
): readonly VaultRun[] | null {
  const { manager, runLogs, safeLogs, moduleLogs } = parts
  const { root } = trace
  const effectsAt = (path: FramePath) => {
    return { logs: trace.logsAt(path), native: nativeMovesOf(trace.frameAt(path)) }
  }
  const selector = [managerSelectors.manageVaultWithMerkleVerification]
  const paths = framePathsOf(root, (frame) => isCallOf(frame, manager, selector))
  const outermost = paths.filter((path) => !paths.some((other) => isInside(path, other)))
  const executions = safeLogs.map((log) => {
    return { log, path: endPathOf(root, log, { logs: safeLogs, selectors: executionSelectors }) }
  })
  const acts = moduleLogs.map((log) => {
    return { log, path: endPathOf(root, log, { logs: moduleLogs, selectors: moduleSelectors }) }
  })
  const actedPaths: FramePath[] = []
  const runs: VaultRun[] = []
  let count = 0
  for (const path of outermost) {
    const effects = effectsAt(path)
    count += effects.logs.filter((log) => isRunLog(log, manager)).length
    const closing = runLogs[count - 1]
    if (closing === undefined) return null
    const { from, input } = frameIn(root, path)
    const origin = originOf(root, path)
    if (origin.kind === 'module') actedPaths.push(origin.path)
    const execution = executions.find((each) => {
      return origin.path !== null && each.path !== null && isSamePath(each.path, origin.path)
    })
    const safeTxHash = execution === undefined ? null : hashOf(execution.log)
    const calls = callsIn(closing)
    const { logIndex } = closing
    const run = { strategist: from, origin: origin.kind, safeTxHash, calldata: input, calls }
    runs.push({ ...managerRun, ...run, logIndex, ...effects })
  }
  if (count !== runLogs.length) return null
  const linked = new Set(runs.flatMap(({ safeTxHash }) => safeTxHash ?? []))
  for (const { log, path } of executions) {
    const { safeTxHash, isSuccess } = safeExecutionLogOf(log)
    if (linked.has(safeTxHash)) continue
    if (path === null) return null
    const { logIndex, address: strategist } = log
    runs.push({ ...safeRun, strategist, safeTxHash, isSuccess, logIndex, ...effectsAt(path) })
  }
  for (const { log, path } of acts) {
    if (path === null) return null
    if (actedPaths.some((acted) => isSamePath(acted, path))) continue
    runs.push({ ...moduleRunOf(log), ...effectsAt(path) })
  }
  return runs
}

/** Logs of Safes, and the functions that end with one each. */
type EndLogs = { readonly logs: readonly ChainLog[]; readonly selectors: readonly Hex[] }

/** Finds the call by which a Safe came to log that something was executed: each such call logs once, when it ends. */
function endPathOf(
  root: CallFrame,
  log: ChainLog,
  { logs: ofSafes, selectors }: EndLogs,
): FramePath | null {
  const logs = ofSafes.filter(({ address }) => isSameAddress(address, log.address))
  const paths = framePathsOf(root, (frame) => isCallOf(frame, log.address, selectors))
  if (paths.length !== logs.length) return null
  return paths.toSorted(byEnd)[logs.indexOf(log)] ?? null
}

/** The innermost call that made the caller of a call act: of the Safe itself, or by one of its modules. */
function originOf(root: CallFrame, path: FramePath) {
  const { from } = frameIn(root, path)
  for (let length = path.length - 1; length >= 0; length--) {
    const outer = path.slice(0, length)
    const frame = frameIn(root, outer)
    if (isCallOf(frame, from, executionSelectors)) return { kind: 'safe', path: outer } as const
    if (isCallOf(frame, from, moduleSelectors)) return { kind: 'module', path: outer } as const
  }
  return { kind: 'account', path: null } as const
}

function isCallOf(
  { type, to, input }: CallFrame,
  account: Address,
  selectors: readonly Hex[],
): boolean {
  const isTo = type === 'CALL' && to !== null && isSameAddress(to, account)
  return isTo && selectors.some((selector) => input.startsWith(selector))
}

function frameIn(root: CallFrame, path: FramePath): CallFrame {
  return path.reduce((frame, index) => frame.calls[index]!, root)
}

function isSamePath(one: FramePath, other: FramePath): boolean {
  return one.length === other.length && one.every((index, at) => index === other[at])
}

/** True if a call is inside another. */
function isInside(path: FramePath, outer: FramePath): boolean {
  return path.length > outer.length && outer.every((index, at) => index === path[at])
}

/** Sorts calls by their end: a call ends after those inside it. */
function byEnd(one: FramePath, other: FramePath): number {
  if (isInside(one, other)) return -1
  if (isInside(other, one)) return 1
  const fork = one.findIndex((index, place) => index !== other[place])
  return fork < 0 ? 0 : one[fork]! - other[fork]!
}
