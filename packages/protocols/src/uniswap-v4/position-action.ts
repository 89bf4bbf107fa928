import type { DecoderReadValues } from '@vaultwright/manager'
import { type Action, defineAction } from '../action/action.ts'
import type { ActionInputValues } from '../action/parameter.ts'
import { uniswapV4 } from './function.ts'
import { encodePlan, type PoolStep } from './plan.ts'
import { deadline, hookData, keyOf, nativeOf, poolParameters, tokenId } from './pool.ts'

const keeper = {
  position_manager: {
    kind: 'account',
    role: 'position_manager',
    describe: 'PositionManager of Uniswap v4, which keeps positions',
  },
} as const

const pair = {
  token0: {
    kind: 'token',
    describe: 'Token of the pool with the lower address; the zero address is the native coin',
  },
  token1: { kind: 'token', above: 'token0', describe: 'Token of the pool with the higher address' },
} as const

const ticks = {
  tick_lower: { kind: 'integer', min: -887_272n, max: 887_272n, describe: 'Tick where it begins' },
  tick_upper: { kind: 'integer', min: -887_272n, max: 887_272n, describe: 'Tick where it ends' },
} as const

const liquidity = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 128n - 1n,
  describe: 'Liquidity that is added or taken; 0 of a withdrawal only collects the fees',
} as const

const paidIn = {
  amount0: { kind: 'amount', unit: 'token0', describe: 'The most of the first token to add' },
  amount1: { kind: 'amount', unit: 'token1', describe: 'The most of the second token to add' },
} as const

const paidOut = {
  minimum0: { kind: 'minimum', unit: 'token0', describe: 'Minimum of the first token' },
  minimum1: { kind: 'minimum', unit: 'token1', describe: 'Minimum of the second token' },
} as const

/** The way the debts and credits of a plan are settled. */
type Ending = {
  /** Of routes; empty for the usual one. */
  readonly suffix: string
  readonly name: string
  readonly text: string
  readonly steps: (values: ActionInputValues) => readonly PoolStep[]
}

const settled: Ending = {
  suffix: '',
  name: '',
  text: '',
  steps: ({ token0, token1 }) => [['settlePair', [token0!, token1!]]],
}
const swept: Ending = {
  suffix: '_swept',
  name: ', and sweep',
  text: ', and takes back what is left of the first',
  steps: ({ token0, token1, self }) => [
    ['settlePair', [token0!, token1!]],
    ['sweep', [token0!, self]],
  ],
}
const closed: Ending = {
  suffix: '_closed',
  name: ', and close',
  text: ', each currency paid or taken as it stands',
  steps: ({ token0, token1 }) => [
    ['closeCurrency', [token0!]],
    ['closeCurrency', [token1!]],
  ],
}
const taken: Ending = {
  ...settled,
  steps: ({ token0, token1, self }) => [['takePair', [token0!, token1!, self]]],
}

const common = {
  signature: 'modifyLiquidities(bytes unlockData, uint256 deadline)',
  rules: [uniswapV4],
  target: 'position_manager',
} as const

const paying = {
  sends: 'either',
  value: ({ token0, amount0 }: ActionInputValues) => nativeOf(token0!, amount0 as bigint),
  approvals: [
    { token: 'token0', spender: 'position_manager', amount: 'amount0', through: 'permit2' },
    { token: 'token1', spender: 'position_manager', amount: 'amount1', through: 'permit2' },
  ],
} as const

/** The values that a decoder reads of a position of the actor. */
function readsOf({ token_id, token0, token1, hooks, self }: ActionInputValues): DecoderReadValues {
  const position = `getPoolAndPositionInfo(${token_id})`
  return {
    [`${position}.currency0`]: token0 as string,
    [`${position}.currency1`]: token1 as string,
    [`${position}.hooks`]: hooks as string,
    [`ownerOf(${token_id})`]: self,
  }
}

function mintOf({ suffix, name, text, steps }: Ending): Action {
  return defineAction({
    ...common,
    ...paying,
    route: `uniswap_v4/mint${suffix}`,
    name: `Open a position${name}`,
    description: `Puts two tokens into a new position between two prices${text}.`,
    sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
    parameters: {
      ...keeper,
      ...pair,
      ...poolParameters,
      ...ticks,
      liquidity,
      ...paidIn,
      hook_data: hookData,
      deadline,
    },
    arguments: (values) => {
      const { tick_lower, tick_upper, liquidity, amount0, amount1, self, hook_data } = values
      const key = keyOf([values.token0, values.token1], values)
      const minted = [key, tick_lower, tick_upper, liquidity, amount0, amount1, self, hook_data]
      return [encodePlan([['mint', minted], ...steps(values)]), values.deadline]
    },
  })
}

function increaseOf({ suffix, name, text, steps }: Ending): Action {
  return defineAction({
    ...common,
    ...paying,
    route: `uniswap_v4/increase_liquidity${suffix}`,
    name: `Increase liquidity${name}`,
    description: `Adds tokens to a position that the vault has${text}.`,
    sentence: 'Add {amount0} and {amount1} to position {token_id}',
    parameters: {
      ...keeper,
      ...pair,
      hooks: poolParameters.hooks,
      token_id: tokenId,
      liquidity,
      ...paidIn,
      hook_data: hookData,
      deadline,
    },
    arguments: (values) => {
      const { token_id, liquidity, amount0, amount1, hook_data, deadline } = values
      const added = [token_id, liquidity, amount0, amount1, hook_data]
      return [encodePlan([['increase', added], ...steps(values)]), deadline]
    },
    reads: readsOf,
  })
}

const withdrawn = {
  ...keeper,
  ...pair,
  hooks: poolParameters.hooks,
  token_id: tokenId,
} as const

function decreaseOf({ suffix, name, text, steps }: Ending): Action {
  return defineAction({
    ...common,
    route: `uniswap_v4/decrease_liquidity${suffix}`,
    name: `Decrease liquidity${name}`,
    description: `Takes liquidity and fees out of a position${text}.`,
    sentence: 'Take liquidity {liquidity} out of position {token_id}',
    parameters: { ...withdrawn, liquidity, ...paidOut, hook_data: hookData, deadline },
    arguments: (values) => {
      const { token_id, liquidity, minimum0, minimum1, hook_data, deadline } = values
      const removed = [token_id, liquidity, minimum0, minimum1, hook_data]
      return [encodePlan([['decrease', removed], ...steps(values)]), deadline]
    },
    reads: readsOf,
  })
}

function burnOf({ suffix, name, text, steps }: Ending): Action {
  return defineAction({
    ...common,
    route: `uniswap_v4/burn${suffix}`,
    name: `Burn position${name}`,
    description: `Takes all out of a position and burns it${text}.`,
    sentence: 'Burn position {token_id}',
    parameters: { ...withdrawn, ...paidOut, hook_data: hookData, deadline },
    arguments: (values) => {
      const { token_id, minimum0, minimum1, hook_data, deadline } = values
      const burnt = [token_id, minimum0, minimum1, hook_data]
      return [encodePlan([['burn', burnt], ...steps(values)]), deadline]
    },
    reads: readsOf,
  })
}

/** Positions of Uniswap v4. */
export const positionActions = [
  ...[settled, swept, closed].flatMap((ending) => [mintOf(ending), increaseOf(ending)]),
  ...[taken, closed].flatMap((ending) => [decreaseOf(ending), burnOf(ending)]),
] as const
