// Swaps, orders and stakes at the edges of what decoders accept.
import { concat } from 'viem'
import { roles } from './decoder.mjs'
import { account, casesOf, encoded, listed, zero } from './edge-value.mjs'

const named = (address) => concat(['0x0001', address])
const compact = (receiver, executor) => ({
  calldata: concat([
    '0x83bd37f9',
    named(account(1)),
    named(account(2)),
    '0x00',
    '0x00',
    '0x000000',
    named(executor),
    named(account(4)),
    receiver,
  ]),
})
const standIn = '0xfffffffffffffffffffffffffffffffffffffffe'
const odos = ['Odos', 'OdosOwned'].flatMap((decoder) => {
  const row = casesOf(decoder, 'swapCompact()')
  const by = decoder === 'Odos' ? account(3) : roles.executor
  const packs = (receiver) => [
    account(1),
    account(2),
    receiver,
    ...(decoder === 'Odos' ? [by] : []),
  ]
  return [
    {
      ...row('a receiver from the list of the router', [], packs(standIn)),
      ...compact('0x0002', by),
    },
    { ...row('a receiver far down the list', [], packs(standIn)), ...compact('0xffff', by) },
    { ...row('a receiver in full', [], packs(account(5))), ...compact(named(account(5)), by) },
    { ...row('no receiver', [], packs(roles.manager)), ...compact('0x0000', by) },
  ]
})

const swapOf = (receiver) => ({
  srcToken: account(1),
  dstToken: account(2),
  srcReceiver: receiver,
  dstReceiver: account(4),
  amount: 5n,
  minReturnAmount: 6n,
  flags: 7n,
})
const swapTypes = 'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes'
const bought = [account(1), account(2), account(4)]
const refused = 'OneInchDecoderAndSanitizer__InvalidExecutor'
const oneInch = [[`${swapTypes})`], [`${swapTypes},bytes)`, '0x']].flatMap(
  ([starts, ...permit]) => {
    const row = casesOf('OneInchOwned', starts)
    const args = (executor, receiver) => [executor, swapOf(receiver), ...permit, '0x01']
    return [
      row('what is sold goes to the executor', args(roles.executor, roles.executor), bought),
      row('what is sold goes elsewhere', args(roles.executor, account(3)), 'reverts'),
      row('another executor gets it', args(account(3), account(3)), refused),
    ]
  },
)

const order = (yt) => ({
  order: {
    salt: 1n,
    expiry: 2n,
    nonce: 3n,
    orderType: 1,
    token: account(6),
    YT: yt,
    maker: account(7),
    receiver: account(8),
    makingAmount: 4n,
    lnImpliedRate: 5n,
    failSafeRate: 6n,
    permit: '0x',
  },
  signature: '0x',
  makingAmount: 7n,
})
const limits = (limitRouter, normalFills, optData) => ({
  limitRouter,
  epsSkipMarket: 0n,
  normalFills,
  flashFills: [],
  optData,
})
const fill = casesOf('PendleRouter', 'fill(')
const sold = casesOf('PendleRouter', 'swapExactPtForSy(')
const sell = (...limit) => [account(1), account(2), 3n, 4n, limits(...limit)]
const mismatch = 'PendleRouterDecoderAndSanitizer__LimitOrderYtMismatch'
const pendle = [
  fill('an empty list', [[], account(1), 2n, '0x', '0x'], [account(1)]),
  fill('one order', [[order(account(9))], account(1), 2n, '0x', '0x'], [account(1), account(9)]),
  fill('a callback', [[], account(1), 2n, '0x', '0x01'], 'reverts'),
  fill(
    'two kinds of YT',
    [[order(account(9)), order(account(8))], account(1), 2n, '0x', '0x'],
    mismatch,
  ),
  sold('opt data without a limit router', sell(zero, [], '0x01'), [account(1), account(2)]),
  sold('opt data with a limit router', sell(account(3), [], '0x01'), 'reverts'),
  sold('a limit router', sell(account(3), [], '0x'), [account(1), account(2), account(3)]),
]

const pairs = ['Permit2', 'BalancerV3', 'GlueX'].flatMap((decoder) => {
  const row = casesOf(decoder, 'lockdown(')
  const pair = { token: account(1), spender: account(2) }
  return [
    row('one pair', [[pair]], [account(1), account(2)]),
    row('an empty list', [[]], 'Panic'),
    row('two pairs', [[pair, pair]], 'reverts'),
  ]
})

const key = [account(1), account(2), 500, 10, account(3)]
const swap = encoded('((address,address,uint24,int24,address),bool,uint128,uint128,bytes)', [
  key,
  true,
  5n,
  6n,
  '0x',
])
const paid = (token) => encoded('address, uint256', token, 5n)
const plan = (actions, params) => encoded('bytes, bytes[]', actions, params)
const threeSteps = plan('0x060c0f', [swap, paid(account(1)), paid(account(2))])
const fourSteps = plan('0x060c0f0f', [swap, ...[1, 2, 2].map((one) => paid(account(one)))])
const swapped = [account(1), account(2), account(3), account(1), account(2)]
const execute = casesOf('UniswapV4', 'execute(')
const change = casesOf('UniswapV4', 'modifyLiquidities(')
const pair = encoded('address, address', account(1), account(2))
const uniswap = [
  execute('one command of three steps', ['0x10', [threeSteps], 1n], swapped),
  execute('no command', ['0x', [threeSteps], 1n], 'Panic'),
  execute('two commands', ['0x1010', [threeSteps, threeSteps], 1n], 'reverts'),
  execute('another command', ['0x0b', [threeSteps], 1n], 'reverts'),
  execute('no step', ['0x10', [plan('0x', [])], 1n], 'reverts'),
  execute('four steps', ['0x10', [fourSteps], 1n], 'reverts'),
  execute('a step of another kind', ['0x10', [plan('0x07', [swap])], 1n], 'reverts'),
  change('one step', [plan('0x0d', [pair]), 1n], [account(1), account(2)]),
  change('no step', [plan('0x', []), 1n], 'reverts'),
  change('four steps', [plan('0x0d0d0d0d', [pair, pair, pair, pair]), 1n], 'reverts'),
]

/** Swaps, orders and allowances. */
export const tradeCases = [...odos, ...oneInch, ...pendle, ...pairs, ...uniswap]

const zeroAddress = `0x${'00'.repeat(20)}`
const steth = casesOf('DvStETH', 'deposit(address,uint256[]')
const deposit = (...amounts) => [account(1), amounts, 2n, 3n, 4n]
const dvSteth = [
  steth('the first token', deposit(5n, 0n, 0n), [listed[0], account(1)]),
  steth('the last token', deposit(0n, 0n, 5n), [listed[2], account(1)]),
  steth('two tokens', deposit(5n, 0n, 5n), 'reverts'),
  steth('no token', deposit(0n, 0n, 0n), [zeroAddress, account(1)]),
  steth('a token that there is not', deposit(0n, 0n, 0n, 5n), 'Panic'),
]

const withdrawal = {
  staker: account(1),
  delegatedTo: account(2),
  withdrawer: account(3),
  nonce: 4n,
  startBlock: 5,
  strategies: [account(6)],
  shares: [7n],
}
const one = [account(1), account(2), account(3), account(6)]
const asTokens = 'EigenLayerLSTStakingDecoderAndSanitizer__CanOnlyReceiveAsTokens'
const overloads = [
  [
    'completeQueuedWithdrawals((address,address,address,uint256,uint32,address[],uint256[])[],address[][],bool[])',
    [],
  ],
  [
    'completeQueuedWithdrawals((address,address,address,uint256,uint32,address[],uint256[])[],address[][],uint256[],bool[])',
    [[]],
  ],
]
const eigenLayer = overloads.flatMap(([starts, between]) => {
  const row = casesOf('EigenLayerLSTStaking', starts)
  const two = [withdrawal, withdrawal]
  const [first, second] = [account(8), account(9)]
  const whole = [...one, first, second, ...one, first, second]
  return [
    row('one withdrawal', [[withdrawal], [[first]], ...between, [true]], [...one, first]),
    row(
      'more flags than withdrawals',
      [[withdrawal], [[first]], ...between, [true, false]],
      [...one, first],
    ),
    row(
      'a withdrawal not as tokens',
      [two, [[first], [first]], ...between, [true, false]],
      asTokens,
    ),
    row(
      'a flag too few',
      [
        two,
        [
          [first, second],
          [first, second],
        ],
        ...between,
        [true],
      ],
      'Panic',
    ),
    row('a list of tokens too few', [two, [[first]], ...between, [true, true]], 'Panic'),
    row('no list of tokens', [[withdrawal], [], ...between, [true]], one),
    row(
      'two withdrawals',
      [
        two,
        [
          [first, second],
          [first, second],
        ],
        ...between,
        [true, true],
      ],
      whole,
    ),
    row('a token too few', [two, [[first], [first]], ...between, [true, true]], 'Panic'),
  ]
})

/** Stakes, and what comes back of them. */
export const stakeCases = [...dvSteth, ...eigenLayer]
