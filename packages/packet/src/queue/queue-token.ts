import type { Address } from '@vaultwright/base'
import { type CallContext, type CallDescription, describeCall } from '@vaultwright/protocols'
import { describeBatch } from '../batch-description.ts'
import type { PacketCall } from '../call-judgement.ts'

/** Finds the tokens that calls name or state amounts of, each once. */
export function countedTokensOf(descriptions: readonly CallDescription[]): readonly Address[] {
  const tokens = new Set<Address>()
  for (const { arguments: args, target } of descriptions) {
    for (const { use, value, type } of args) {
      const isToken = type === 'address' && (use === 'token' || use === 'tokens')
      if (isToken) tokens.add(value as Address)
      // Of an ERC-20 call the token is the target.
      if (use === 'amount' || use === 'minimum') tokens.add(target)
    }
  }
  return [...tokens]
}

/** Finds the tokens that the calls of a verdict name or state amounts of, inside batches and beside them. */
export function tokensOfCalls(
  calls: readonly PacketCall[],
  context: CallContext,
): readonly Address[] {
  return countedTokensOf(
    calls.flatMap(({ call: { kind, to, data, value, operation } }) => {
      if (kind === 'manager_batch')
        return [...describeBatch(data, context, { manager: to }).values()]
      if (kind !== 'call' || to === null || operation === 'delegatecall') return []
      return [describeCall({ target: to, data, value }, context)]
    }),
  )
}
