import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Valantis: swaps in its sovereign and universal pools, and stakes of HYPE.
 *
 * Source: Valantis SovereignPool and UniversalPool; what the decoder packs was observed.
 */
export const valantis = {
  decoder: 'Valantis',
  inherits: [],
  functions: [
    { signature: 'claim(uint256 id)', packs: '' },
    {
      signature:
        'deposit(uint256 amount, uint256 minimumShares, uint256 deadline, address _recipient)',
      packs: '_recipient',
    },
    {
      signature:
        'swap((bool isSwapCallback, bool isZeroToOne, uint256 amountIn, uint256 amountOutMin, uint256 deadline, address recipient, address swapTokenOut, (bytes externalContext, bytes verifierContext, bytes swapCallbackContext, bytes swapFeeModuleContext) swapContext) _swapParams)',
      packs: '_swapParams.recipient, _swapParams.swapTokenOut',
    },
    {
      signature:
        'swap((bool isZeroToOne, bool isSwapCallback, int24 limitPriceTick, address recipient, uint256 amountIn, uint256 amountOutMin, uint256 deadline, bytes swapCallbackContext, bytes swapFeeModuleContext, uint8[] externalContextIds, bytes[] externalContext) _swapParams)',
      packs: '_swapParams.recipient',
    },
    {
      signature:
        'withdraw(uint256 shares, uint256 amount0Min, uint256 amount1Min, uint256 deadline, address _recipient, bool unwrap, bool isInstant)',
      packs: '_recipient',
    },
  ],
} as const satisfies DecoderRules

const pool = { kind: 'account', describe: 'Pool of Valantis' } as const

const tokenIn = { kind: 'token', describe: 'Token that is sold' } as const

const tokenOut = { kind: 'token', describe: 'Token that is bought' } as const

const zeroToOne = { kind: 'flag', describe: 'Whether the first token of the pool is sold' } as const

const amount = {
  kind: 'amount',
  unit: 'token_in',
  all: 'balance',
  describe: 'How much is sold',
} as const

const minimum = {
  kind: 'minimum',
  unit: 'token_out',
  describe: 'Minimum output',
} as const

const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const

const callbackContext = {
  kind: 'bytes',
  fallback: '0x',
  describe: 'Data for the callback, which is not used',
} as const

const feeContext = {
  kind: 'bytes',
  fallback: '0x',
  describe: 'Data for the module that sets the fee',
} as const

const vault = { kind: 'token', describe: 'Liquidity vault, whose shares are a token' } as const

const swap = defineAction({
  route: 'valantis/swap',
  name: 'Swap',
  description: 'Swaps one token of a sovereign pool for the other.',
  sentence: 'Swap {amount} for at least {minimum} in {pool}',
  parameters: {
    pool,
    token_in: tokenIn,
    token_out: tokenOut,
    zero_to_one: zeroToOne,
    amount,
    minimum,
    deadline,
    external_context: {
      kind: 'bytes',
      fallback: '0x',
      describe: 'Data for the module that prices the swap',
    },
    verifier_context: {
      kind: 'bytes',
      fallback: '0x',
      describe: 'Data for the module that permits the swap',
    },
    callback_context: callbackContext,
    fee_context: feeContext,
  },
  signature:
    'swap((bool isSwapCallback, bool isZeroToOne, uint256 amountIn, uint256 amountOutMin, uint256 deadline, address recipient, address swapTokenOut, (bytes externalContext, bytes verifierContext, bytes swapCallbackContext, bytes swapFeeModuleContext) swapContext) _swapParams)',
  rules: [valantis],
  target: 'pool',
  arguments: ({
    token_out,
    zero_to_one,
    amount,
    minimum,
    deadline,
    external_context,
    verifier_context,
    callback_context,
    fee_context,
    self,
  }) => [
    [
      false,
      zero_to_one,
      amount,
      minimum,
      deadline,
      self,
      token_out,
      [external_context, verifier_context, callback_context, fee_context],
    ],
  ],
  approvals: [{ token: 'token_in', spender: 'pool', amount: 'amount' }],
})

const swapUniversal = defineAction({
  route: 'valantis/swap_universal',
  name: 'Swap in a universal pool',
  description: 'Swaps one token of a universal pool for the other.',
  sentence: 'Swap {amount} for at least {minimum} in {pool}',
  parameters: {
    pool,
    token_in: tokenIn,
    token_out: tokenOut,
    zero_to_one: zeroToOne,
    limit_tick: {
      kind: 'integer',
      min: -887_272n,
      max: 887_272n,
      describe: 'Tick at which the swap stops',
    },
    amount,
    minimum,
    deadline,
    callback_context: callbackContext,
    fee_context: feeContext,
    context_ids: {
      kind: 'raw',
      type: 'uint8[]',
      sample: [],
      describe: 'Modules that data is given for',
    },
    external_context: {
      kind: 'raw',
      type: 'bytes[]',
      sample: [],
      describe: 'Data for each of these modules',
    },
  },
  signature:
    'swap((bool isZeroToOne, bool isSwapCallback, int24 limitPriceTick, address recipient, uint256 amountIn, uint256 amountOutMin, uint256 deadline, bytes swapCallbackContext, bytes swapFeeModuleContext, uint8[] externalContextIds, bytes[] externalContext) _swapParams)',
  rules: [valantis],
  target: 'pool',
  arguments: ({
    zero_to_one,
    limit_tick,
    amount,
    minimum,
    deadline,
    callback_context,
    fee_context,
    context_ids,
    external_context,
    self,
  }) => [
    [
      zero_to_one,
      false,
      limit_tick,
      self,
      amount,
      minimum,
      deadline,
      callback_context,
      fee_context,
      context_ids,
      external_context,
    ],
  ],
  approvals: [{ token: 'token_in', spender: 'pool', amount: 'amount' }],
})

const deposit = defineAction({
  route: 'valantis/deposit',
  name: 'Deposit',
  description: 'Puts a token into a liquidity vault for its shares.',
  sentence: 'Deposit {amount} into {vault} for at least {minimum}',
  parameters: {
    vault,
    token: { kind: 'token', describe: 'Token that the vault takes' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to deposit' },
    minimum: { kind: 'minimum', unit: 'vault', describe: 'Minimum shares to receive' },
    deadline,
  },
  signature: 'deposit(uint256 amount, uint256 minimumShares, uint256 deadline, address _recipient)',
  rules: [valantis],
  target: 'vault',
  arguments: ({ amount, minimum, deadline, self }) => [amount, minimum, deadline, self],
  approvals: [{ token: 'token', spender: 'vault', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'valantis/withdraw',
  name: 'Withdraw',
  description: 'Gives shares of a liquidity vault back for its two tokens.',
  sentence: 'Withdraw {shares} for at least {minimum0} and {minimum1}',
  parameters: {
    vault,
    token0: { kind: 'token', describe: 'First token of the pool' },
    token1: { kind: 'token', describe: 'Second token of the pool' },
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      describe: 'How many shares to give back',
    },
    minimum0: { kind: 'minimum', unit: 'token0', describe: 'Minimum of the first token' },
    minimum1: { kind: 'minimum', unit: 'token1', describe: 'Minimum of the second token' },
    deadline,
    unwrap: {
      kind: 'flag',
      fallback: false,
      describe: 'Whether the wrapped coin is paid out as native coin',
    },
    instant: {
      kind: 'flag',
      fallback: false,
      describe: 'Whether it is paid out at once, for a fee',
    },
  },
  signature:
    'withdraw(uint256 shares, uint256 amount0Min, uint256 amount1Min, uint256 deadline, address _recipient, bool unwrap, bool isInstant)',
  rules: [valantis],
  target: 'vault',
  arguments: ({ shares, minimum0, minimum1, deadline, unwrap, instant, self }) => [
    shares,
    minimum0,
    minimum1,
    deadline,
    self,
    unwrap,
    instant,
  ],
})

const claim = defineAction({
  route: 'valantis/claim',
  name: 'Claim',
  description: 'Collects a withdrawal that is due.',
  sentence: 'Claim withdrawal {request_id} from {withdrawals}',
  parameters: {
    withdrawals: { kind: 'account', describe: 'Withdrawal module of the pool' },
    request_id: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request',
    },
  },
  signature: 'claim(uint256 id)',
  rules: [valantis],
  target: 'withdrawals',
  arguments: ({ request_id }) => [request_id],
})

/** The actions of a strategist with Valantis. */
const valantisActions = [swap, swapUniversal, deposit, withdraw, claim] as const

/** Valantis. */
export const protocol = {
  name: 'valantis',
  title: 'Valantis',
  appUrl: null,
  decoders: [valantis],
  actions: valantisActions,
  unquoted: {
    liquidity: ['deposit', 'withdraw'],
    third_party: ['swap', 'swap_universal'],
  },
} as const satisfies Protocol
