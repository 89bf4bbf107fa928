import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { historyContract, unknowable } from '@vaultwright/evm'
import { keccak256 } from '@vaultwright/merkle'
import { type CallFrame, framesOf } from '../trace/call-frame.ts'
import type { RawLog } from '../trace/simulated-log.ts'
import type { ProvenExecution } from './simulate-proven.ts'

/** An account before the run, as far as the first engine read it; addresses in lower case. */
type EngineAccount = {
  readonly address: Address
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly code: Hex
  /** Words by slot, 32 bytes each. */
  readonly storage: ReadonlyMap<Hex, Hex>
}

/** A transaction with all the state that another engine may use of its block. */
export type EngineTask = Pick<ProvenExecution, 'rules' | 'block' | 'call'> & {
  readonly accounts: readonly EngineAccount[]
}

/** The result of another engine; addresses in lower case. */
export type EngineResult = {
  readonly isSuccess: boolean
  readonly returnData: Hex
  readonly gasUsed: bigint
  readonly logs: readonly RawLog[]
  /** New words by slot, and a balance where it changed. */
  readonly changes: ReadonlyMap<
    Address,
    { readonly storage: ReadonlyMap<Hex, Hex>; readonly balance: bigint | null }
  >
  /** The accounts and slots that it used. */
  readonly reads: ReadonlyMap<Address, readonly Hex[]>
}

/** Another EVM, which is given state and knows nothing else. */
export type SecondEngine = {
  /** Its name and version. */
  readonly name: string
  readonly run: (task: EngineTask) => Promise<EngineResult>
}

/**
 * Runs a transaction by another engine, on the same state, and compares outcome, returned data, gas to the unit, logs,
 * and the storage and balances after it.
 *
 * A run that depends on what is not known before its block is left alone: it is not proven either way.
 *
 * @throws {EnginesDifferError} with the first difference.
 * @throws {SecondEngineLimitError} where the transaction reads what the other engine cannot be given.
 */
export async function assertSameRun(engine: SecondEngine, run: ProvenExecution): Promise<void> {
  if (run.dependsOn.some((fact) => unknowable.has(fact))) return
  const trace = run.execution.trace
  if (run.dependsOn.includes('BLOCKHASH') || (trace !== null && readsHistory(trace))) {
    throw new SecondEngineLimitError(engine.name)
  }
  const { rules, block, call } = run
  const result = await engine.run({ rules, block, call, accounts: accountsOf(run) })
  const difference = differenceOf(run, result)
  if (difference !== null) throw new EnginesDifferError(engine.name, difference)
}

function readsHistory(trace: CallFrame): boolean {
  return framesOf(trace).some(({ to }) => to?.toLowerCase() === historyContract)
}

function accountsOf({ state }: ProvenExecution): readonly EngineAccount[] {
  const codes = new Map(state.used().codes.map((code) => [hashOf(code), code]))
  return [...state.reads.accounts].flatMap((address) => {
    const account = state.peek.account(address)
    if (account == null) return []
    const { nonce, balance, codeHash } = account
    const slots = [...state.reads.slots].filter((id) => id.startsWith(`${address} `))
    const storage = new Map(
      slots.map((id) => {
        const slot = id.slice(address.length + 1) as Hex
        return [slot, state.peek.slot(address, slot)!]
      }),
    )
    return [{ address, nonce, balance, code: codes.get(codeHash) ?? '0x', storage }]
  })
}

/** A fact in which two engines differ. */
type Difference = { readonly what: string; readonly proven: string; readonly second: string }

/** Finds the first difference, what matters most first. */
function differenceOf(run: ProvenExecution, result: EngineResult): Difference | null {
  const { execution } = run
  const pairs: readonly (readonly [what: string, proven: string, second: string])[] = [
    ['outcome', outcomeOf(execution), outcomeOf(result)],
    ['returned data', execution.returnData, result.returnData],
    ['count of logs', String(execution.logs.length), String(result.logs.length)],
    ...execution.logs.map((log, index) => {
      const secondLog = result.logs[index]
      const second = secondLog === undefined ? 'none' : textOf(secondLog)
      return [`log ${index}`, textOf(log), second] as const
    }),
    ...storagePairs(run, result),
    ...balancePairs(run, result),
    ['gas', String(execution.gasUsed), String(result.gasUsed)],
    ...unprovenReads(run, result),
  ]
  const pair = pairs.find(([, proven, second]) => proven !== second)
  if (pair === undefined) return null
  const [what, proven, second] = pair
  return { what, proven, second }
}

function* storagePairs({ changes, state }: ProvenExecution, result: EngineResult) {
  const ours = new Map([...changes].map(([name, change]) => [lower(name), change.storage]))
  for (const account of new Set([...ours.keys(), ...result.changes.keys()])) {
    const proven = ours.get(account) ?? new Map<Hex, Hex>()
    const second = result.changes.get(account)?.storage ?? new Map<Hex, Hex>()
    for (const slot of new Set([...proven.keys(), ...second.keys()])) {
      const before = state.peek.slot(account, slot) ?? 'unknown'
      const what = `slot ${slot} of ${account}`
      yield [what, proven.get(slot) ?? before, second.get(slot) ?? before] as const
    }
  }
}

function* balancePairs({ changes, state }: ProvenExecution, result: EngineResult) {
  const ours = new Map([...changes].map(([name, change]) => [lower(name), change.balance]))
  for (const account of new Set([...ours.keys(), ...result.changes.keys()])) {
    const before = state.peek.account(account)?.balance ?? 0n
    const proven = ours.get(account) ?? before
    const second = result.changes.get(account)?.balance ?? before
    yield [`balance of ${account}`, `${proven} wei`, `${second} wei`] as const
  }
}

/** State that the other engine used, and no proof gave: it took zero for it. */
function* unprovenReads({ state }: ProvenExecution, { reads }: EngineResult) {
  for (const [account, slots] of reads) {
    if (BigInt(account) <= lastPrecompile) continue
    if (!state.reads.accounts.has(account)) {
      yield [`account ${account}`, 'not read', 'read'] as const
    } else if (state.peek.account(account) != null) {
      const slot = slots.find((name) => !state.reads.slots.has(`${account} ${name}`))
      if (slot !== undefined) yield [`slot ${slot} of ${account}`, 'not read', 'read'] as const
    }
  }
}

/** Their state is no part of a run, nor that of the account zero, which gets no fees here. */
const lastPrecompile = 0x1ffn

function outcomeOf({ isSuccess }: { readonly isSuccess: boolean }): string {
  return isSuccess ? 'success' : 'failure'
}

function textOf({ address, topics, data }: RawLog): string {
  return [address, ...topics, data].join(' ').toLowerCase()
}

function hashOf(code: Hex): Hex {
  return printHex(keccak256(parseHex(code)))
}

function lower(name: Address): Address {
  return name.toLowerCase() as Address
}

/** Two engines run one transaction on one state, and say different things: one of them has a mistake. */
class EnginesDifferError extends BaseError {
  override readonly code = 'engines_differ'
  override readonly kind = 'conflict'

  constructor(engine: string, { what, proven, second }: Difference) {
    super({
      message: `The engines differ in the ${what}: proven says ${shortOf(proven)}, ${engine} says ${shortOf(second)}. One of them has a mistake: believe neither, and report it with the witness.`,
      facts: { engine, what, proven, second },
    })
  }
}

/** A transaction reads what another engine cannot be given. */
class SecondEngineLimitError extends BaseError {
  override readonly code = 'second_engine_limit'
  override readonly kind = 'unsupported'

  constructor(engine: string) {
    super({
      message: `The transaction reads the hash of an earlier block, which ${engine} cannot be given. Replay it by the engine proven alone.`,
      facts: { engine },
    })
  }
}

function shortOf(text: string): string {
  return text.length > 140 ? `${text.slice(0, 137)}…` : text
}
