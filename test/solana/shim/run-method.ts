import type { Address, EncodedAccount } from '@solana/kit'
import { FailedTransactionMetadata } from 'litesvm'
import { accountJsonOf, invalidParams, NodeError } from './answer.ts'
import { lifetimeOf } from './chain-method.ts'
import { signatureRefused } from './ledger.ts'
import { configOf, contextual, type NodeMethod, type RequestConfig, type ShimNode } from './node.ts'
import { outcomeOf, type RunResult, viewNow } from './outcome.ts'
import type { AccountView } from './token-balance.ts'
import { keysOf, parseKey, readWire, type WireTransaction } from './wire-transaction.ts'

/** Methods that run transactions. */
export const runMethods: Readonly<Record<string, NodeMethod>> = {
  simulateTransaction: ([text, config], node, method) => {
    const options = simulationOptionsOf(config)
    const value = simulate(readWire(node.svm, text), options, node)
    return contextual(value, { config: options, node, method })
  },
  sendTransaction: ([text, config], { svm, ledger, ...node }) => {
    const { encoding, skipPreflight } = configOf(config)
    if (encoding !== 'base64') throw invalidParams(`encoding ${encoding}: send base64`)
    const wire = readWire(svm, text)
    if (skipPreflight !== true) preflight(wire, { svm, ledger, ...node })
    const { signature } = ledger.send(wire)
    return signature
  },
}

type SimulationOptions = RequestConfig & {
  readonly sigVerify?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly innerInstructions?: boolean
  readonly accounts?: { readonly encoding?: string; readonly addresses: readonly unknown[] }
}

function simulationOptionsOf(value: unknown): SimulationOptions {
  const options = configOf(value) as SimulationOptions
  if (options.encoding !== 'base64')
    throw invalidParams(`encoding ${options.encoding}: send base64`)
  if (options.sigVerify === true && options.replaceRecentBlockhash === true) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  }
  if (options.accounts !== undefined && options.accounts.encoding !== 'base64') {
    throw invalidParams('accounts: ask for base64')
  }
  return options
}

function simulate(wire: WireTransaction, options: SimulationOptions, node: ShimNode) {
  const { svm } = node
  const keys = keysOf(wire)
  const watched = (options.accounts?.addresses ?? []).map(parseKey)
  if (watched.length > keys.length)
    throw invalidParams(`Too many accounts provided; max ${keys.length}`)
  const before = viewNow(svm, [...keys, ...watched])
  const result = runUnsent(wire, options, node)
  const after = viewAfter(result, before)
  const outcome = outcomeOf(wire, result, { before, after })
  return {
    err: outcome.err,
    logs: outcome.logs,
    unitsConsumed: outcome.units,
    fee: outcome.fee,
    loadedAccountsDataSize: keys.reduce((sum, key) => sum + (before(key)?.data.length ?? 0), 0),
    accounts:
      options.accounts === undefined ? null : watched.map((key) => accountJsonOf(after(key))),
    preBalances: outcome.preBalances,
    postBalances: outcome.postBalances,
    preTokenBalances: outcome.preTokenBalances,
    postTokenBalances: outcome.postTokenBalances,
    loadedAddresses: outcome.loadedAddresses,
    innerInstructions: options.innerInstructions === true ? outcome.innerInstructions : null,
    returnData: outcome.returnData,
    replacementBlockhash: options.replaceRecentBlockhash === true ? lifetimeOf(node) : null,
  }
}

function runUnsent(
  wire: WireTransaction,
  options: SimulationOptions,
  { svm }: ShimNode,
): RunResult {
  const { sigVerify = false, replaceRecentBlockhash = false } = options
  const { signatures } = wire.transaction
  if (sigVerify && Object.values(signatures).some((bytes) => bytes === null))
    throw signatureRefused()
  svm.withSigverify(sigVerify).withBlockhashCheck(!replaceRecentBlockhash)
  try {
    const result = svm.simulateTransaction(wire.transaction)
    const isForged = sigVerify && result instanceof FailedTransactionMetadata && result.err() === 11
    if (isForged) throw signatureRefused()
    return result
  } finally {
    svm.withSigverify(true).withBlockhashCheck(true)
  }
}

/** A failed run has no accounts afterwards: they are as they were. */
function viewAfter(result: RunResult, before: AccountView): AccountView {
  if (result instanceof FailedTransactionMetadata || !('postAccounts' in result)) return before
  const changed = new Map<Address, EncodedAccount>(
    result.postAccounts().map((account) => [account.address, account]),
  )
  return (key) => {
    const account = changed.get(key)
    if (account === undefined) return before(key)
    // An account that was closed is left with nothing.
    return account.lamports === 0n && account.data.length === 0 ? undefined : account
  }
}

function preflight(wire: WireTransaction, node: ShimNode): void {
  const simulation = simulate(wire, { sigVerify: true }, node)
  if (simulation.err === null) return
  const reason = JSON.stringify(simulation.err)
  throw new NodeError(-32002, `Transaction simulation failed: ${reason}`, simulation)
}
