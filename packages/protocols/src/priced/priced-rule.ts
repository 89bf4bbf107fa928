import { type DecoderRules, openRuleBook, type Rule, type RuleBook } from '@vaultwright/manager'
import { cowOrder } from '../cow/function.ts'
import { swapV5Signature, swapV6Signature } from '../one-inch/function.ts'
import { vaultBase } from '../vault-base.ts'

const decoder = 'the decoder: what the feeds say that it was made with'
const priceReads = {
  priceStateOf: {
    contract: decoder,
    function: 'priceStateOf(address)',
    returns: '(uint256 state)',
  },
  boundOf: {
    contract: decoder,
    function: 'boundOf(address,address,uint256)',
    returns: '(uint256 bound)',
  },
} as const

/** The sold token, the bought token, the amount and the minimum output, as terms. */
type PricedTerms = {
  readonly sold: string
  readonly bought: string
  readonly amount: string
  readonly least: string
  /** The condition that settles the checks beforehand: `signed == false || `. */
  readonly unless?: string
}

/** The checks in the order of the contract: both prices, then the least. */
function priceChecks({
  sold,
  bought,
  amount,
  least: minimum,
  unless = '',
}: PricedTerms): readonly string[] {
  // While what is sold is not read, nothing is said of what is bought: the contract reads in this order.
  const soldUnknown = `priceStateOf(${sold}) != 0 || `
  return [
    `${unless}priceStateOf(${sold}) != 1 else NoPriceFeed`,
    `${unless}priceStateOf(${sold}) != 2 else StalePrice`,
    `${unless}${soldUnknown}priceStateOf(${bought}) != 1 else NoPriceFeed`,
    `${unless}${soldUnknown}priceStateOf(${bought}) != 2 else StalePrice`,
    `${unless}${minimum} >= boundOf(${sold}, ${bought}, ${amount}) else LeastBelowFair`,
  ]
}

const uniswapLets = {
  sold: "path(params.path, 'address token, uint24 fee')[0].token",
  bought: "path(params.path, 'address token, uint24 fee')[(length(params.path) - 20) / 23].token",
} as const
const uniswapRule = {
  packs: "path(params.path, 'address token, uint24 fee')[].token, params.recipient",
  let: uniswapLets,
  checks: [
    'length(params.path) % 23 == 20 else UniswapV3DecoderAndSanitizer__BadPathFormat',
    'length(params.path) >= 43 else UniswapV3DecoderAndSanitizer__BadPathFormat',
    ...priceChecks({
      sold: 'sold',
      bought: 'bought',
      amount: 'params.amountIn',
      least: 'params.amountOutMinimum',
    }),
  ],
} as const

/** Uniswap v3 through either router, at no less than two feeds say. */
const pricedUniswapV3: DecoderRules = {
  decoder: 'PricedUniswapV3',
  inherits: ['Base'],
  reads: priceReads,
  functions: [
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
      ...uniswapRule,
    },
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
      ...uniswapRule,
    },
  ],
}

const oneInchPacks =
  'executor, desc.srcToken, desc.dstToken, desc.srcReceiver, desc.dstReceiver' as const
const oneInchChecks = priceChecks({
  sold: 'desc.srcToken',
  bought: 'desc.dstToken',
  amount: 'desc.amount',
  least: 'desc.minReturnAmount',
})

/** 1inch by an executor, at no less than two feeds say. */
const pricedOneInch: DecoderRules = {
  decoder: 'PricedOneInch',
  inherits: ['Base'],
  reads: priceReads,
  functions: [
    { signature: swapV6Signature, packs: oneInchPacks, checks: oneInchChecks },
    {
      signature: swapV5Signature,
      packs: oneInchPacks,
      checks: ['length(permit) == 0 else BytesNotEmpty', ...oneInchChecks],
    },
  ],
}

/** Odos with a named amount, at no less than two feeds say. */
const pricedOdos: DecoderRules = {
  decoder: 'PricedOdos',
  inherits: ['Base'],
  reads: {
    ...priceReads,
    addressList: {
      contract: 'the Odos router',
      function: 'addressList(uint256)',
      returns: '(address listed)',
    },
    caller: {
      contract: 'the account that calls the decoder, which is the Manager',
      function: 'caller()',
      returns: '(address caller)',
    },
  },
  functions: [
    {
      signature:
        'swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor',
      checks: [
        'tokenInfo.inputAmount != 0 else AmountNotNamed',
        ...priceChecks({
          sold: 'tokenInfo.inputToken',
          bought: 'tokenInfo.outputToken',
          amount: 'tokenInfo.inputAmount',
          least: 'tokenInfo.outputMin',
        }),
      ],
    },
    {
      signature: 'swapCompact()',
      packs: `odosCompact().inputToken, odosCompact().outputToken, odosCompact().outputReceiver == 0
        ? caller() : odosCompact().outputReceiver, odosCompact().executor`,
      checks: [
        'odosCompact().inputAmount != 0 else AmountNotNamed',
        ...priceChecks({
          sold: 'odosCompact().inputToken',
          bought: 'odosCompact().outputToken',
          amount: 'odosCompact().inputAmount',
          least: 'odosCompact().outputMin',
          // Never true: the contract looks all accounts up before it compares, and so does this.
          unless: 'odosCompact().outputToken + odosCompact().executor < 0 || ',
        }),
      ],
    },
  ],
}

/** One Curve pool, at no less than two feeds say. */
const pricedCurve: DecoderRules = {
  decoder: 'PricedCurve',
  inherits: ['Base'],
  reads: {
    ...priceReads,
    coinOf: {
      contract: 'the decoder: the coins of the pool that it was made for',
      function: 'coinOf(int128)',
      returns: '(address coin)',
    },
  },
  functions: [
    {
      signature: 'exchange(int128 i, int128 j, uint256 _dx, uint256 _min_dy)',
      packs: '',
      checks: priceChecks({
        sold: 'coinOf(i)',
        bought: 'coinOf(j)',
        amount: '_dx',
        least: '_min_dy',
      }),
    },
  ],
}

const orderChecks = priceChecks({
  sold: 'order.sellToken',
  bought: 'order.buyToken',
  amount: 'order.sellAmount',
  least: 'order.buyAmount',
  unless: 'signed == false || ',
})

/** Orders of CoW whose limit is no less than two feeds say when they are signed. */
const pricedCowOrder: DecoderRules = {
  ...cowOrder,
  decoder: 'PricedCowOrder',
  reads: { ...cowOrder.reads, ...priceReads },
  functions: cowOrder.functions.map(
    (rule): Rule =>
      rule.signature.startsWith('setPreSignature')
        ? { ...rule, checks: [...rule.checks, ...orderChecks] }
        : rule,
  ),
}

/**
 * Decoders that bind the least output of a swap to two feeds, by the name of their contract.
 *
 * They pack what the plain decoders pack, so calldata alone does not tell them apart: they are in a book
 * of their own, for leaves whose decoder is known to be one of them.
 */
export const pricedDecoders: readonly DecoderRules[] = [
  pricedUniswapV3,
  pricedOneInch,
  pricedOdos,
  pricedCurve,
  pricedCowOrder,
]

let opened: RuleBook | null = null

/** The rules of decoders that bind a price, and none else. Opened at its first use. */
export const pricedRuleBook: RuleBook = {
  get groups() {
    opened ??= openRuleBook([vaultBase, ...pricedDecoders])
    return opened.groups
  },
  get decoders() {
    opened ??= openRuleBook([vaultBase, ...pricedDecoders])
    return opened.decoders
  },
}
