import { zeroAddress } from '@vaultwright/base'
import type { DecoderReadValues, DecoderRules } from '@vaultwright/manager'
import { type Action, defineAction } from '../action/action.ts'
import type {
  AccountParameter,
  ActionInputValues,
  IntegerParameter,
  QuoteCall,
} from '../action/parameter.ts'
import { deadline } from './swap-action.ts'

/** An exchange whose positions are tokens of a position manager. */
export type Venue = {
  /** First half of its routes. */
  readonly name: string
  /** The newest decoder first. */
  readonly rules: readonly DecoderRules[]
  /** The keeper of positions: `position_manager` · `master_chef`. */
  readonly keeper: string
  readonly keeperParameter: AccountParameter
  /** `staked_` where positions are staked; else empty. */
  readonly prefix: string
  /** The values that decoders read of a position. */
  readonly reads: (values: ActionInputValues) => DecoderReadValues
  /** The question to the chain about a field of a position; null if the keeper does not say. */
  readonly ask: (field: string) => ((values: ActionInputValues) => QuoteCall) | null
}

/** The answer of the position manager of Uniswap v3, and of forks that pay by fee tier or tick spacing. */
const feePosition =
  '(uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity)'

/** Completes an exchange whose position manager keeps the positions itself. */
export function venueOf(venue: Pick<Venue, 'name' | 'rules'>, position = feePosition): Venue {
  return {
    ...venue,
    keeper: 'position_manager',
    keeperParameter: positionManager,
    prefix: '',
    reads: positionReadsOf,
    ask:
      (field) =>
      ({ position_manager, token_id }) => ({
        to: position_manager as QuoteCall['to'],
        call: `positions(uint256).${field}`,
        arguments: [token_id!],
        returns: position,
      }),
  }
}

/** The contract that keeps positions. */
export const positionManager = {
  kind: 'account',
  role: 'position_manager',
  describe: 'NonfungiblePositionManager, which keeps positions',
} as const satisfies AccountParameter

/** A position. */
export const tokenId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the position',
} as const satisfies IntegerParameter

/** The pair of a position, in the order that pools keep. */
export const pair = {
  token0: { kind: 'token', describe: 'Token of the pair with the lower address' },
  token1: { kind: 'token', above: 'token0', describe: 'Token of the pair with the higher address' },
} as const

/** The amounts that go into a position. */
export const paidIn = {
  amount0: { kind: 'amount', unit: 'token0', describe: 'The most of the first token to add' },
  amount1: { kind: 'amount', unit: 'token1', describe: 'The most of the second token to add' },
  minimum0: { kind: 'minimum', unit: 'token0', describe: 'Minimum of the first token to add' },
  minimum1: { kind: 'minimum', unit: 'token1', describe: 'Minimum of the second token to add' },
} as const

/** Prices at which a position ends: 1.0001^tick. */
export const ticks = {
  tick_lower: { kind: 'integer', min: -887_272n, max: 887_272n, describe: 'Tick where it begins' },
  tick_upper: { kind: 'integer', min: -887_272n, max: 887_272n, describe: 'Tick where it ends' },
} as const

/** The position manager pulls both tokens. */
export const bothPaidIn = [
  { token: 'token0', spender: 'position_manager', amount: 'amount0' },
  { token: 'token1', spender: 'position_manager', amount: 'amount1' },
] as const

/** Adds to a position. */
export const increaseSignature =
  'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)'

/** Whole position, in basis points. */
const whole = 10_000n
const maxUint128 = 2n ** 128n - 1n

/** Makes the actions that add to a position and take from it. */
export function positionActionsOf(venue: Venue): readonly Action[] {
  return [increaseOf(venue), ...withdrawalsOf(venue)]
}

/** Gives what a decoder reads of a position of the one who acts. */
export function positionReadsOf({
  token_id,
  token0,
  token1,
  self,
}: ActionInputValues): DecoderReadValues {
  const position = `positions(${token_id})`
  return {
    [`${position}.operator`]: zeroAddress,
    ...(typeof token0 === 'string' && { [`${position}.token0`]: token0 }),
    ...(typeof token1 === 'string' && { [`${position}.token1`]: token1 }),
    [`ownerOf(${token_id})`]: self,
    [`userPositionInfos(${token_id}).user`]: zeroAddress,
    'boringVault()': self,
  }
}

function increaseOf(venue: Venue): Action {
  const { name, rules, keeper, keeperParameter, prefix, reads } = venue
  return defineAction({
    route: `${name}/increase_${prefix}liquidity`,
    name: 'Increase liquidity',
    description: 'Adds tokens to a position that the vault has.',
    sentence: 'Add {amount0} and {amount1} to position {token_id}',
    parameters: {
      [keeper]: keeperParameter,
      ...pair,
      token_id: tokenId,
      ...paidIn,
      deadline,
    },
    signature: increaseSignature,
    rules,
    target: keeper,
    arguments: ({ token_id, amount0, amount1, minimum0, minimum1, deadline }) => [
      [token_id, amount0, amount1, minimum0, minimum1, deadline],
    ],
    reads,
    approvals: bothPaidIn.map((approval) => ({ ...approval, spender: keeper })),
  })
}

/** Makes the actions that take from a position. */
export function withdrawalsOf(venue: Venue): readonly Action[] {
  const { name, rules, keeper, keeperParameter, prefix, reads, ask } = venue
  const decrease = defineAction({
    route: `${name}/decrease_${prefix}liquidity`,
    name: 'Decrease liquidity',
    description: 'Takes liquidity out of a position; collect pays its tokens out afterwards.',
    sentence: 'Take {share_bps} bps of liquidity {liquidity} out of position {token_id}',
    parameters: {
      [keeper]: keeperParameter,
      token_id: tokenId,
      liquidity: {
        kind: 'integer',
        min: 1n,
        max: maxUint128,
        ...asked(ask('liquidity')),
        describe: 'Liquidity that the share is of; what the position has when not said',
      },
      share_bps: {
        kind: 'integer',
        min: 1n,
        max: whole,
        fallback: whole,
        describe: 'Share of the liquidity that is taken out, in basis points',
      },
      token0: { ...pair.token0, ...asked(ask('token0')) },
      token1: { ...pair.token1, ...asked(ask('token1')) },
      minimum0: { kind: 'minimum', unit: 'token0', describe: 'Minimum of the first token' },
      minimum1: { kind: 'minimum', unit: 'token1', describe: 'Minimum of the second token' },
      deadline,
    },
    signature:
      'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
    rules,
    target: keeper,
    arguments: ({ token_id, liquidity, share_bps, minimum0, minimum1, deadline }) => [
      [token_id, (liquidity * share_bps) / whole, minimum0, minimum1, deadline],
    ],
    reads,
  })
  const collect = defineAction({
    route: `${name}/collect${prefix === '' ? '' : '_staked'}`,
    name: 'Collect',
    description: 'Pays out all fees and tokens that a position owes.',
    sentence: 'Collect from position {token_id}',
    parameters: { [keeper]: keeperParameter, token_id: tokenId },
    signature:
      'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
    rules,
    target: keeper,
    arguments: ({ token_id, self }) => [[token_id, self, maxUint128, maxUint128]],
    reads,
  })
  return [decrease, collect, ...burnOf(venue)]
}

/** An empty position is burnt by the position manager alone. */
function burnOf({ name, rules, prefix }: Venue): readonly Action[] {
  if (prefix !== '') return []
  const burn = defineAction({
    route: `${name}/burn`,
    name: 'Burn position',
    description: 'Burns a position that is empty.',
    sentence: 'Burn position {token_id}',
    parameters: { position_manager: positionManager, token_id: tokenId },
    signature: 'burn(uint256 tokenId)',
    rules,
    target: 'position_manager',
    arguments: ({ token_id }) => [token_id],
  })
  return [burn]
}

function asked(quote: ((values: ActionInputValues) => QuoteCall) | null) {
  return quote === null ? {} : { quote }
}
