import { zeroAddress } from '@vaultwright/base'
import { encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import { ambient, positionTuple } from './function.ts'
import { dex, pair, poolIndex, reserveFlags } from './pool.ts'

const positionFields = parseAbiTuple(positionTuple)
const tick = { kind: 'integer', min: -665_454n, max: 831_818n } as const
const price = { kind: 'integer', min: 0n, max: 2n ** 128n - 1n } as const

const changePosition = defineAction({
  route: 'ambient/change_position',
  name: 'Change a position',
  description: 'Adds liquidity to a pool of Ambient, takes it out or collects its fees.',
  sentence: 'Change a position by {amount0}, {amount1} and liquidity {liquidity}, code {code}',
  parameters: {
    dex,
    ...pair,
    pool_index: poolIndex,
    lp_conduit: {
      kind: 'account',
      describe: 'Contract that keeps the liquidity; the zero address keeps it for the caller',
    },
    call_path: {
      kind: 'integer',
      min: 2n,
      max: 128n,
      fallback: 128n,
      describe: 'Path of the command: 128, or 2 on older deployments',
    },
    code: {
      kind: 'integer',
      min: 1n,
      max: 42n,
      describe:
        'What is done: 1, 11, 12 add and 2, 21, 22 take between two ticks, 3, 31, 32 add and 4, 41, 42 take over all prices, 5 collects',
    },
    bid_tick: { ...tick, describe: 'Tick where the position begins' },
    ask_tick: { ...tick, describe: 'Tick where the position ends' },
    liquidity: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 128n - 1n,
      describe: 'Liquidity, or base units of the token that the code names',
    },
    limit_lower: { ...price, describe: 'The lowest price to act at: square root times 2^64' },
    limit_higher: { ...price, describe: 'The highest price to act at: square root times 2^64' },
    amount0: {
      kind: 'amount',
      unit: 'base',
      takesZero: true,
      describe: 'The most of the base token that may be pulled',
    },
    amount1: {
      kind: 'amount',
      unit: 'quote',
      takesZero: true,
      describe: 'The most of the quote token that may be pulled',
    },
    reserve_flags: reserveFlags,
  },
  signature: 'userCmd(uint16 callpath, bytes cmd)',
  rules: [ambient],
  target: 'dex',
  arguments: (values) => {
    const pool = [values.base, values.quote, values.pool_index, values.bid_tick, values.ask_tick]
    const limits = [values.limit_lower, values.limit_higher, values.reserve_flags]
    const command = [values.code, ...pool, values.liquidity, ...limits, values.lp_conduit]
    return [values.call_path, encodeTuple(positionFields, command)]
  },
  sends: 'either',
  value: ({ base, amount0 }) => (base === zeroAddress ? amount0 : 0n),
  approvals: [
    { token: 'base', spender: 'dex', amount: 'amount0' },
    { token: 'quote', spender: 'dex', amount: 'amount1' },
  ],
})

/** Positions in pools of Ambient. */
export const positionActions = [changePosition] as const
