import { BaseError, type Hex } from '@vaultwright/base'
import { readBatch } from '@vaultwright/manager'
import {
  describeBatch,
  layerTextOf,
  type PacketCall,
  type PacketReason,
  type PacketVerdict,
} from '@vaultwright/packet'
import { type CallContext, describeCall } from '@vaultwright/protocols'
import { flowsOfBatch, flowsOfCall } from '../total/call-flow.ts'
import { type TokenFlow, totalsOf, unreadFlows } from '../total/flow.ts'
import type { TransactionTotals } from '../total/transaction-total.ts'
import { type AnswerReason, verdictOf } from '../verdict/verdict.ts'
import { type AnswerSummary, actionLinesOf, lineOf } from './answer.ts'

/** Answers whether a packet may be signed. */
export function packetAnswer(packet: PacketVerdict, context: CallContext): AnswerSummary {
  const { reasons, calls, governance } = packet
  const foreign = calls.filter(({ reasons }) =>
    reasons.some(({ code }) => code === 'delegate_call'),
  )
  return {
    verdict: verdictOf(reasons.map(reasonOfPacket)),
    lines: calls.flatMap((layer) => linesOfLayer(layer, context)),
    ...totalsOfCalls(calls, context),
    changes: [
      ...governance.filter(({ isProven }) => !isProven).map(({ signature }) => signature),
      ...foreign.map(({ call }) => `the code of ${call.to ?? 'an account that is not named'}`),
    ],
  }
}

/** Sums up the calls of what people sign, batches and what stands beside them, by the calldata. */
export function totalsOfCalls(
  calls: readonly PacketCall[],
  context: CallContext,
): TransactionTotals {
  return {
    totals: totalsOf(calls.flatMap((layer) => flowsOfLayer(layer, context))),
    isMeasured: false,
  }
}

function reasonOfPacket({ weight, code, path, message }: PacketReason): AnswerReason {
  const place = path === null || path === '' ? '' : `Call ${path}: `
  return { weight: weight === 'incomplete' ? 'open' : weight, code, message: `${place}${message}` }
}

function flowsOfLayer(
  { call, path, sender }: PacketCall,
  context: CallContext,
): readonly TokenFlow[] {
  const place = path === '' ? 'the call' : `call ${path}`
  const unread = unreadFlows(place)
  if (call.kind === 'manager_batch') {
    try {
      const batch = readBatch(call.data, call.to === null ? {} : { manager: call.to })
      return flowsOfBatch(batch, context)
    } catch (error) {
      if (error instanceof BaseError) return unread
      throw error
    }
  }
  if (call.kind === 'admin_call') return call.children.length > 0 ? [] : unread
  if (call.kind !== 'call') return []
  if (call.to === null || call.operation === 'delegatecall') return unread
  // Outside of a batch the Safe itself acts: what it pays to anybody is outside of the vault.
  const { to: target, data, value } = call
  return flowsOfCall({ target, data, value }, { ...context, vault: sender }, place)
}

/**
 * Says what a batch of the Manager does, a line an action, from its calldata alone.
 *
 * @returns none for calldata that cannot be read.
 */
export function batchLinesOf(
  data: Hex,
  context: CallContext,
  batch: Parameters<typeof describeBatch>[2],
): readonly string[] {
  const described = [...describeBatch(data, context, batch)]
  return actionLinesOf(described.map(([, description]) => description))
}

function linesOfLayer({ call, batch }: PacketCall, context: CallContext): readonly string[] {
  const { kind, to, data, value } = call
  switch (kind) {
    case 'manager_batch':
      return batchLinesOf(data, context, { manager: to, ...(batch !== null && { verdict: batch }) })
    case 'admin_call':
      return call.children.length > 0 ? [] : [`Call ${layerTextOf(call).title}`]
    case 'call': {
      if (call.operation === 'delegatecall')
        return [`Run the code of ${to ?? 'an account'} as the Safe`]
      if (to === null) return [`Call ${layerTextOf(call).detail.trim()}`]
      return [lineOf(describeCall({ target: to, data, value }, context))]
    }
    default:
      return []
  }
}
