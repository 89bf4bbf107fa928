import { invalidParams, NodeError } from './answer.ts'
import {
  assertReached,
  blocksOfLifetime,
  configOf,
  contextual,
  type NodeMethod,
  type ShimNode,
  slotOf,
} from './node.ts'
import { parseKey } from './wire-transaction.ts'

const maxFeeKeys = 128
const maxSignatures = 1_000

/** Methods that tell of the chain and of what was sent. */
export const chainMethods: Readonly<Record<string, NodeMethod>> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
  getSlot: ([config], node, method) => currentSlot(config, node, method),
  getBlockHeight: ([config], node, method) => currentSlot(config, node, method),
  getGenesisHash: (_, { faults, genesisHash }, method) =>
    faults.take('other_genesis', method)?.genesisHash ?? genesisHash,
  getBlockTime: ([slot], { ledger }) => {
    const time = ledger.timeOf(BigInt(Number(slot)))
    if (time === null) throw new NodeError(-32004, `Block not available for slot ${slot}`)
    return time
  },
  getLatestBlockhash: ([config], node, method) =>
    contextual(lifetimeOf(node), { config: configOf(config), node, method }),
  isBlockhashValid: ([hash, config], node, method) =>
    contextual(hash === node.svm.latestBlockhash(), { config: configOf(config), node, method }),
  getRecentPrioritizationFees: ([keys = []], { svm, priorityFees }) => {
    const addresses = keys as readonly unknown[]
    if (addresses.length > maxFeeKeys) {
      throw invalidParams(`Too many inputs provided; max ${maxFeeKeys}`)
    }
    for (const key of addresses) parseKey(key)
    const { slot } = svm.getClock()
    const oldest = slot - BigInt(priorityFees.length) + 1n
    return priorityFees.map((prioritizationFee, index) => ({
      slot: oldest + BigInt(index),
      prioritizationFee,
    }))
  },
  getSignaturesForAddress: ([key, config], { ledger, svm }) => {
    const { limit = maxSignatures, before, until, minContextSlot } = configOf(config)
    if (!(Number(limit) >= 1 && Number(limit) <= maxSignatures)) {
      throw invalidParams(`Invalid limit; max ${maxSignatures}`)
    }
    assertReached(minContextSlot, svm.getClock().slot)
    const all = ledger.about(parseKey(key))
    const signatures = all.map(({ signature }) => signature as unknown)
    const from = before === undefined ? 0 : signatures.indexOf(before) + 1
    const end = until === undefined ? -1 : signatures.indexOf(until)
    return all
      .slice(from, end < 0 ? undefined : end)
      .slice(0, Number(limit))
      .map((entry) => ({
        signature: entry.signature,
        slot: entry.slot,
        err: entry.outcome.err,
        memo: null,
        blockTime: entry.blockTime,
        confirmationStatus: 'finalized',
      }))
  },
  getSignatureStatuses: ([signatures], node, method) => {
    const statuses = (signatures as readonly string[]).map((signature) => {
      const entry = node.ledger.find(signature)
      if (entry === undefined) return null
      const { slot, outcome } = entry
      const status = outcome.err === null ? { Ok: null } : { Err: outcome.err }
      return {
        slot,
        confirmations: null,
        err: outcome.err,
        status,
        confirmationStatus: 'finalized',
      }
    })
    return contextual(statuses, { config: {}, node, method })
  },
  getTransaction: ([signature, config], node, method) =>
    storedTransaction(signature, config, { node, method }),
}

function currentSlot(config: unknown, node: ShimNode, method: string): bigint {
  const { slot, isLie } = slotOf(node, method)
  if (!isLie) assertReached(configOf(config).minContextSlot, slot)
  return slot
}

/** A blockhash with the last block that takes it; heights are slots here. */
export function lifetimeOf({ svm }: ShimNode) {
  const lastValidBlockHeight = svm.getClock().slot + blocksOfLifetime
  return { blockhash: svm.latestBlockhash(), lastValidBlockHeight }
}

type Place = { readonly node: ShimNode; readonly method: string }

function storedTransaction(signature: unknown, config: unknown, { node, method }: Place): unknown {
  const { encoding, maxSupportedTransactionVersion: most } = configOf(config)
  if (encoding !== 'base64') throw invalidParams(`encoding ${encoding}: ask for base64`)
  const entry = node.ledger.find(String(signature))
  if (entry === undefined) return null
  const { wire, outcome, slot, blockTime } = entry
  const { version } = wire
  const isTooNew = version !== 'legacy' && (most === undefined || version > most)
  if (isTooNew || node.faults.take('version_refused', method) !== null)
    throw versionRefused(version)
  return {
    slot,
    blockTime,
    version,
    transaction: [wire.base64, 'base64'],
    meta: {
      err: outcome.err,
      status: outcome.err === null ? { Ok: null } : { Err: outcome.err },
      fee: outcome.fee,
      preBalances: outcome.preBalances,
      postBalances: outcome.postBalances,
      preTokenBalances: outcome.preTokenBalances,
      postTokenBalances: outcome.postTokenBalances,
      innerInstructions: outcome.innerInstructions,
      logMessages: outcome.logs,
      loadedAddresses: outcome.loadedAddresses,
      returnData: outcome.returnData,
      computeUnitsConsumed: outcome.units,
      rewards: [],
    },
  }
}

export const versionRefused = (version: unknown) =>
  new NodeError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
