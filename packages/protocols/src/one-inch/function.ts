import type { DecoderRules } from '@vaultwright/manager'

const description =
  '(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc'
/** The swap of version 5. */
export const swapV5Signature = `swap(address executor, ${description}, bytes permit, bytes data)`
/** The swap of version 6. */
export const swapV6Signature = `swap(address executor, ${description}, bytes data)`
const noPermit = 'length(permit) == 0'

/**
 * 1inch v5 and v6: swaps by an executor, and direct ones through pools named by packed words.
 *
 * A pool's word holds flags above its address; only the address counts.
 * Source: 1inch AggregationRouter v5 and v6; what the decoder packs was observed.
 */
export const oneInch = {
  decoder: 'OneInch',
  inherits: [],
  functions: [
    { signature: 'ethUnoswap(uint256 minReturn, uint256 dex)', packs: 'uint160(dex)' },
    {
      signature: 'ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2)',
      packs: 'uint160(dex), uint160(dex2)',
    },
    {
      signature: 'ethUnoswap3(uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
      packs: 'uint160(dex), uint160(dex2), uint160(dex3)',
    },
    {
      signature: swapV6Signature,
      packs: 'executor, desc.srcToken, desc.dstToken, desc.srcReceiver, desc.dstReceiver',
    },
    {
      signature: swapV5Signature,
      packs: 'executor, desc.srcToken, desc.dstToken, desc.srcReceiver, desc.dstReceiver',
      checks: [noPermit],
    },
    {
      signature: 'uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools)',
      packs: 'uint160(pools[])',
    },
    {
      signature: 'unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
      packs: 'uint160(token), uint160(dex)',
    },
    {
      signature:
        'unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
      packs: 'uint160(token), uint160(dex), uint160(dex2)',
    },
    {
      signature:
        'unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
      packs: 'uint160(token), uint160(dex), uint160(dex2), uint160(dex3)',
    },
  ],
} as const satisfies DecoderRules

const allowed = 'executor == allowedExecutor() else OneInchDecoderAndSanitizer__InvalidExecutor'
const toExecutor = 'desc.srcReceiver == executor'

/**
 * 1inch with one allowed executor, which the decoder's owner may change: checked and not packed.
 *
 * The token that is sold goes to the executor alone.
 *
 * Source: 1inch AggregationRouter v5 and v6; what the decoder packs was observed.
 */
export const oneInchOwned = {
  decoder: 'OneInchOwned',
  inherits: ['Base', 'OneInch'],
  reads: {
    allowedExecutor: {
      contract: 'the decoder: the executor its owner has set (event OneInchExecutorSet)',
      function: 'oneInchExecutor()',
      returns: '(address executor)',
    },
  },
  functions: [
    {
      signature: swapV6Signature,
      packs: 'desc.srcToken, desc.dstToken, desc.dstReceiver',
      checks: [allowed, toExecutor],
    },
    {
      signature: swapV5Signature,
      packs: 'desc.srcToken, desc.dstToken, desc.dstReceiver',
      checks: [noPermit, allowed, toExecutor],
    },
  ],
} as const satisfies DecoderRules
