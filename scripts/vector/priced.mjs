// Swaps at the bound of decoders that bind a price: bounds and outcomes are computed here, not asked of the rules.
import { pricedDecoders } from '@vaultwright/protocols'
import { concat, encodeAbiParameters, encodeFunctionData, numberToHex, parseAbiItem } from 'viem'
import { orderBytesOf, orderUidBytesOf, soundOrder } from '../../test/support/call/signed-order.ts'

const clock = 1_795_000_000n
const maxAge = 3_600n
const lossBps = 50n
const orderDomain = `0x${'c1'.repeat(32)}`
const account = (digits) => `0x${digits.padStart(40, '0')}`
const [vault, executor, pool] = [account('d1'), account('d2'), account('d3')]

/** Decimals of token and feed, what the feed says, and how old that is. A state is 0 with a price, 1 without a feed, 2 without a sound answer. */
const tokens = [
  {
    token: account('e1'),
    decimals: 18,
    feedDecimals: 8,
    answer: 2_000_12345678n,
    age: 0n,
    state: 0n,
  },
  {
    token: account('e2'),
    decimals: 6,
    feedDecimals: 18,
    answer: 999_900_000_000_000_000n,
    age: maxAge,
    state: 0n,
  },
  {
    token: account('e3'),
    decimals: 8,
    feedDecimals: 8,
    answer: 64_321_00000001n,
    age: 1n,
    state: 0n,
  },
  {
    token: account('e4'),
    decimals: 18,
    feedDecimals: 8,
    answer: 1_00000000n,
    age: maxAge + 1n,
    state: 2n,
  },
  { token: account('e5'), decimals: 18, feedDecimals: 8, answer: 0n, age: 0n, state: 2n },
].map((row, place) => ({ ...row, feed: account(`f${place + 1}`) }))
const unpriced = { token: account('e9'), decimals: 18, state: 1n }

/** Sold, bought, amount. */
const [weth, usdc, wbtc, stale, zero] = tokens
const pairs = [
  [weth, usdc, 10n ** 18n],
  [usdc, weth, 12_345_678n],
  [wbtc, usdc, 1n],
  [weth, wbtc, 7n * 10n ** 17n + 3n],
  [stale, usdc, 10n ** 18n],
  [weth, zero, 10n ** 18n],
  [unpriced, weth, 10n ** 18n],
  [usdc, unpriced, 10n ** 6n],
]

/** Parallel lists, case by case; what decoders read; what they are made with. */
export function pricedVectors() {
  const cases = encoders.flatMap((encoder) =>
    pairs.flatMap((pair) => [-1n, 0n, 1n].flatMap((distance) => casesOf(encoder, pair, distance))),
  )
  const listed = (name) => cases.map((one) => one[name])
  const reads = readsOf()
  return {
    clock: Number(clock),
    lossBps: Number(lossBps),
    maxAge: Number(maxAge),
    domain: orderDomain,
    appData: soundOrder().appData,
    pool,
    tokens: tokens.map(({ token }) => token),
    feeds: tokens.map(({ feed }) => feed),
    decoders: listed('decoder'),
    functions: listed('signature'),
    calldatas: listed('calldata'),
    sold: listed('sold'),
    bought: listed('bought'),
    amounts: listed('amount'),
    bounds: listed('bound'),
    soldStates: listed('soldState'),
    boughtStates: listed('boughtState'),
    outcomes: listed('outcome'),
    packed: listed('packed'),
    readTargets: reads.map(({ target }) => target),
    readCalldatas: reads.map(({ calldata }) => calldata),
    readReturns: reads.map(({ returns }) => returns),
  }
}

function casesOf(encoder, [sold, bought, amount], distance) {
  const isKnown = sold.state === 0n && bought.state === 0n
  const bound = isKnown ? boundOf(sold, bought, amount) : 0n
  const least = bound + distance
  // Without prices one case is enough, and so it is for a coin that the pool does not have.
  if (least < 0n || (!isKnown && distance !== 0n)) return []
  const trade = { sold: sold.token, bought: bought.token, amount, least }
  if (encoder.takes?.(trade) === false) return []
  const outcome = outcomeOf(sold, bought, { least, bound })
  return [
    {
      decoder: encoder.decoder,
      signature: encoder.signature,
      calldata: encoder.encode(trade),
      sold: sold.token,
      bought: bought.token,
      amount: numberToHex(amount, { size: 32 }),
      bound: numberToHex(bound, { size: 32 }),
      soldState: Number(sold.state),
      boughtState: Number(bought.state),
      outcome,
      packed: outcome === 'packed' ? concat(['0x', ...encoder.packs(trade)]) : '0x',
    },
  ]
}

/** The bound of a swap: the worth of the sold amount, rounded down; the part that must remain of it, rounded up. */
function boundOf(sold, bought, amount) {
  const worth =
    (amount * sold.answer * 10n ** BigInt(bought.decimals + bought.feedDecimals)) /
    (bought.answer * 10n ** BigInt(sold.decimals + sold.feedDecimals))
  return (worth * (10_000n - lossBps) + 9_999n) / 10_000n
}

function outcomeOf(sold, bought, { least, bound }) {
  for (const { state } of [sold, bought]) {
    if (state === 1n) return 'NoPriceFeed'
    if (state === 2n) return 'StalePrice'
  }
  return least < bound ? 'LeastBelowFair' : 'packed'
}

/** A decoder's function by its place in the rules. */
function encoderOf(decoder, index, argumentsOf, packs) {
  const rules = pricedDecoders.find((one) => one.decoder === decoder)
  const { signature } = rules.functions[index]
  const abi = [parseAbiItem(`function ${signature}`)]
  return {
    decoder,
    signature,
    encode: (trade) => encodeFunctionData({ abi, args: argumentsOf(trade) }),
    packs,
  }
}

const pathOf = ({ sold, bought }) => concat([sold, '0x0001f4', bought])
const byPath = ({ sold, bought }) => [sold, bought, vault]
const byExecutor = ({ sold, bought }) => [executor, sold, bought, executor, vault]
const byToken = ({ sold, bought }) => [sold, bought, vault, executor]
const descriptionOf = ({ sold, bought, amount, least }) => ({
  srcToken: sold,
  dstToken: bought,
  srcReceiver: executor,
  dstReceiver: vault,
  amount,
  minReturnAmount: least,
  flags: 0n,
})
const coins = [weth.token, usdc.token]

const encoders = [
  encoderOf(
    'PricedUniswapV3',
    0,
    (trade) => [
      {
        path: pathOf(trade),
        recipient: vault,
        deadline: 1n,
        amountIn: trade.amount,
        amountOutMinimum: trade.least,
      },
    ],
    byPath,
  ),
  encoderOf(
    'PricedUniswapV3',
    1,
    (trade) => [
      {
        path: pathOf(trade),
        recipient: vault,
        amountIn: trade.amount,
        amountOutMinimum: trade.least,
      },
    ],
    byPath,
  ),
  encoderOf('PricedOneInch', 0, (trade) => [executor, descriptionOf(trade), '0x'], byExecutor),
  encoderOf(
    'PricedOneInch',
    1,
    (trade) => [executor, descriptionOf(trade), '0x', '0x'],
    byExecutor,
  ),
  encoderOf(
    'PricedOdos',
    0,
    ({ sold, bought, amount, least }) => [
      {
        inputToken: sold,
        inputAmount: amount,
        inputReceiver: executor,
        outputToken: bought,
        outputQuote: least,
        outputMin: least,
        outputReceiver: vault,
      },
      '0x',
      executor,
      0,
    ],
    byToken,
  ),
  {
    decoder: 'PricedOdos',
    signature: 'swapCompact()',
    encode: ({ sold, bought, amount, least }) =>
      concat([
        '0x83bd37f90001',
        sold,
        '0x0001',
        bought,
        '0x20',
        numberToHex(amount, { size: 32 }),
        '0x20',
        numberToHex(least, { size: 32 }),
        '0x0000000001',
        executor,
        '0x00000001',
        vault,
        '0x00000000',
      ]),
    packs: byToken,
  },
  {
    ...encoderOf(
      'PricedCurve',
      0,
      ({ sold, bought, amount, least }) => [
        BigInt(coins.indexOf(sold)),
        BigInt(coins.indexOf(bought)),
        amount,
        least,
      ],
      () => [],
    ),
    takes: ({ sold, bought }) => coins.includes(sold) && coins.includes(bought),
  },
  {
    decoder: 'PricedCowOrder',
    signature: 'setPreSignature(bytes orderUid, bool signed)',
    encode: ({ sold, bought, amount, least }) => {
      const order = soundOrder({
        sellToken: sold,
        buyToken: bought,
        receiver: vault,
        sellAmount: amount,
        buyAmount: least,
        validTo: Number(clock) + 600,
      })
      const domain = orderDomain
      const uid = orderUidBytesOf(order, { owner: vault, domain })
      const abi = [parseAbiItem('function setPreSignature(bytes orderUid, bool signed)')]
      return concat([encodeFunctionData({ abi, args: [uid, true] }), orderBytesOf(order)])
    },
    packs: byPath,
  },
]

/** Decimals, rounds and coins, as the contracts that decoders read would say them. */
function readsOf() {
  const asked = (text, args = []) =>
    encodeFunctionData({ abi: [parseAbiItem(`function ${text}`)], args })
  const decimalsOf = (target, decimals) => ({
    target,
    calldata: asked('decimals()'),
    returns: encodeAbiParameters([{ type: 'uint256' }], [BigInt(decimals)]),
  })
  return [
    ...tokens.flatMap(({ token, decimals, feed, feedDecimals, answer, age }) => [
      decimalsOf(token, decimals),
      decimalsOf(feed, feedDecimals),
      {
        target: feed,
        calldata: asked('latestRoundData()'),
        returns: encodeAbiParameters(
          ['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map((type) => ({ type })),
          [1n, answer, clock - age, clock - age, 1n],
        ),
      },
    ]),
    ...coins.map((coin, place) => ({
      target: pool,
      calldata: asked('coins(uint256)', [BigInt(place)]),
      returns: encodeAbiParameters([{ type: 'address' }], [coin]),
    })),
  ]
}
