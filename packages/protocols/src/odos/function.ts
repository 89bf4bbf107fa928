import type { DecoderRules } from '@vaultwright/manager'

const swap =
  'swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)'
const list = {
  contract: 'the Odos router',
  function: 'addressList(uint256)',
  returns: '(address listed)',
} as const
/** The router pays whoever calls it when the calldata names no receiver; to the decoder that is its own caller. */
const caller = {
  contract: 'the account that calls the decoder, which is the Manager',
  function: 'caller()',
  returns: '(address caller)',
} as const

/**
 * Odos: swaps with their arguments in full, or packed into a few bytes.
 *
 * Source: OdosRouterV2; what the decoder packs was observed.
 */
export const odos = {
  decoder: 'Odos',
  inherits: [],
  reads: { addressList: list, caller },
  functions: [
    {
      signature: swap,
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor',
    },
    {
      signature: 'swapCompact()',
      packs: `odosCompact().inputToken, odosCompact().outputToken, odosCompact().outputReceiver == 0
        ? caller() : odosCompact().outputReceiver, odosCompact().executor`,
    },
  ],
} as const satisfies DecoderRules

/**
 * Odos with one allowed executor, which the decoder's owner may change: checked and not packed.
 *
 * Source: OdosRouterV2; what the decoder packs was observed.
 */
export const odosOwned = {
  decoder: 'OdosOwned',
  inherits: ['Base'],
  reads: {
    addressList: list,
    caller,
    allowedExecutor: {
      contract: 'the decoder: the executor its owner has set (event OdosExecutorSet)',
      function: 'odosExecutor()',
      returns: '(address executor)',
    },
  },
  functions: [
    {
      signature: swap,
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver',
      checks: ['executor == allowedExecutor() else OdosOwnedDecoderAndSanitizer__InvalidExecutor'],
    },
    {
      signature: 'swapCompact()',
      packs: `odosCompact().inputToken, odosCompact().outputToken,
        odosCompact().outputReceiver == 0 ? caller() : odosCompact().outputReceiver`,
      checks: [
        'odosCompact().executor == allowedExecutor() else OdosOwnedDecoderAndSanitizer__InvalidExecutor',
      ],
    },
  ],
} as const satisfies DecoderRules
