import { type Address, type Hex, printHex } from '@vaultwright/base'
import { appendDroneTarget, droneFlag } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { joinNames } from '@vaultwright/registry'
import fc from 'fast-check'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { encodeAction } from '../action/action.ts'
import { sampleOf } from '../action/sentinel.ts'
import { protocols } from '../catalogue/protocol-list.generated.ts'
import { callContextOf } from '../meaning/value-text.ts'
import { describeCall, encodeDescription } from './call-description.ts'
import { marksOf as linesOf } from './mark.ts'

const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const router: Address = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const vault = checksumOf('0x0000000000000000000000000000000000005afe')
const receiver = checksumOf('0x00000000000000000000000000000000000bad00')
const context = callContextOf(1, vault)
const most = 2n ** 256n - 1n

const calls = protocols
  .flatMap((protocol) => protocol.actions)
  .map((action) => {
    const values = sampleOf(action, action.sizes.find((size) => size > 0) ?? 1)
    const target = (values[action.target] ?? pool) as Address
    return { target, data: encodeAction(action, values), value: action.value(values) }
  })

function supply(amount: bigint, to = vault) {
  const abi = parseAbi(['function supply(address, uint256, address, uint16)'])
  const data: Hex = encodeFunctionData({ abi, args: [usdc, amount, to, 0] })
  return { target: pool, data, value: 0n }
}

const textsOf = (call: ReturnType<typeof supply>) =>
  Object.fromEntries(describeCall(call, context).arguments.map(({ path, text }) => [path, text]))

const marksOf = (call: ReturnType<typeof supply>) =>
  describeCall(call, context).arguments.flatMap(({ path, mark }) =>
    mark === null ? [] : [[path, mark]],
  )

test('law: what is shown encodes to the very calldata, or what is not shown is said', () => {
  const anyCall = fc
    .tuple(
      fc.constantFrom(...calls),
      fc.option(fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 32 }))),
      fc.uint8Array({ maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([call, change, tail, isForwarded, isDrone]) => {
      const bytes = Buffer.from(call.data.slice(2), 'hex')
      if (change !== null && bytes.length > 4) {
        bytes.set(
          change[1].slice(0, bytes.length - 4),
          4 + (change[0] % Math.max(1, bytes.length - 36)),
        )
      }
      const data: Hex = `0x${bytes.toString('hex')}${printHex(tail).slice(2)}`
      const named = isForwarded ? appendDroneTarget(data, receiver) : data
      return { call: { ...call, data: named }, drones: isDrone ? [call.target] : [] }
    })
  fc.assert(
    fc.property(anyCall, ({ call, drones }) => {
      const description = describeCall(call, { ...context, drones })
      const encoded = encodeDescription(description)
      if (description.unread === null) expect(encoded).toBe(call.data.toLowerCase())
      else expect([encoded, description.unread]).toEqual([null, expect.stringMatching(/\.$/)])
    }),
  )
})

test('law: the call of an action is read as that action, or as one of several', () => {
  const actions = protocols.flatMap((protocol) => protocol.actions)
  const rivals = actions.filter(({ route }, index) => {
    const { routes, unread } = describeCall(calls[index]!, callContextOf(null, null))
    return unread !== null || !routes.includes(route)
  })
  // What these take is made elsewhere, orders and payloads that are signed: marks are not examples of it.
  expect(rivals.map(({ route }) => route)).toEqual([
    'lombard/mint',
    'pendle/buy_pt_with_orders',
    'pendle/sell_pt_with_orders',
    'pendle/buy_yt_with_orders',
    'pendle/sell_yt_with_orders',
    'pendle/fill_orders',
  ])
})

test('refuses: bytes that no reading makes exactly are not said to be one of its actions', () => {
  const place = protocols
    .flatMap((protocol) => protocol.actions)
    .findIndex(({ route }) => route === 'uniswap_v4/increase_liquidity')
  const call = calls[place]!
  const description = describeCall(call, context)
  expect(description.routes).toEqual(['uniswap_v4/increase_liquidity'])
  const offset = call.data.length - 64 * 6 - 2
  const data = `${call.data.slice(0, offset)}9${call.data.slice(offset + 1)}` as Hex
  const changed = describeCall({ ...call, data }, context)
  if (changed.routes.length !== 1) {
    expect(changed.sentences[0]).toMatch(/^not certain, for its bytes are not read: perhaps /)
    expect(changed.routes.length).toBeGreaterThan(1)
  } else expect(encodeDescription(changed)).toBe(data)
})

test('golden: amounts in units and in base units, the vault by its name', () => {
  expect(describeCall(supply(1_000_000_000n), context).sentences).toEqual([
    'Supply 1,000 USDC to Aave v3 Core 0x8787…A4E2',
  ])
  expect(textsOf(supply(1_000_000_000n))).toEqual({
    asset: `USDC ${usdc}`,
    amount: '1,000 USDC (1000000000)',
    onBehalfOf: `the vault ${vault}`,
    referralCode: '0',
  })
  expect(marksOf(supply(1_000_000_000n))).toEqual([])
})

test('golden: without limit, for another account, without protection and without a deadline', () => {
  expect(describeCall(supply(most, receiver), context).sentences).toEqual([
    `Supply unlimited USDC (2^256-1) to Aave v3 Core 0x8787…A4E2, for ${receiver}`,
  ])
  expect(marksOf(supply(most, receiver))).toEqual([
    ['amount', 'unlimited'],
    ['onBehalfOf', 'other_account'],
  ])
  const abi = parseAbi([
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum))',
  ])
  const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
  const swap = (deadline: bigint, minimum: bigint) => ({
    target: router,
    data: encodeFunctionData({
      abi,
      args: [{ path, recipient: vault, deadline, amountIn: 10n ** 18n, amountOutMinimum: minimum }],
    }),
    value: 0n,
  })
  expect(textsOf(swap(1_800_000_000n, 3_000_000_000n))).toEqual({
    'params.path': '43 bytes',
    'params.path[0].token': `WETH ${weth}`,
    'params.path[0].fee': '500',
    'params.path[1].token': `USDC ${usdc}`,
    'params.recipient': `the vault ${vault}`,
    'params.deadline': '2027-01-15T08:00:00Z (1800000000)',
    'params.amountIn': '1 WETH (1000000000000000000)',
    'params.amountOutMinimum': 'at least 3,000 USDC (3000000000)',
  })
  expect(marksOf(swap(most, 1n))).toEqual([
    ['params.deadline', 'no_deadline'],
    ['params.amountOutMinimum', 'no_protection'],
  ])
  const description = describeCall(swap(most, 1n), context)
  expect(description.sentences[0]).toMatch(/no protection/)
})

test('golden: an argument that the action always sends otherwise is in the sentence', () => {
  const abi = parseAbi(['function borrow(address, uint256, uint256, uint16, address)'])
  const data = encodeFunctionData({ abi, args: [usdc, 5_000_000n, 1n, 0, vault] })
  const { sentences, arguments: args } = describeCall({ target: pool, data, value: 0n }, context)
  expect(sentences).toEqual([
    `Borrow 5 USDC from Aave v3 Core 0x8787…A4E2; interestRateMode is 1, the action sends 2`,
  ])
  expect(args.find(({ path }) => path === 'interestRateMode')).toMatchObject({
    mark: 'other_value',
    text: '1; the action sends 2',
  })
})

test('refuses: unknown functions, unreadable arguments and hidden parts are not passed over', () => {
  const unknown = { target: pool, data: '0x1234567800' as Hex, value: 0n }
  expect(describeCall(unknown, context)).toMatchObject({
    signature: null,
    sentences: [],
    unread: 'No rule and no action has the function 0x12345678; its 5 bytes are not read.',
  })
  const short = { ...supply(5n), data: supply(5n).data.slice(0, -64) as Hex }
  expect(describeCall(short, context)).toMatchObject({
    sentences: [],
    unread: expect.stringContaining('cannot be read'),
  })
  const abi = parseAbi(['function batch(bytes[] data)'])
  const odd = encodeFunctionData({ abi, args: [['0xab']] })
  const moved = odd.replace(
    `${'20'.padStart(64, '0')}${'1'.padStart(64, '0')}`,
    `${'40'.padStart(64, '0')}${'f'.repeat(64)}${'1'.padStart(64, '0')}`,
  )
  const hidden = { target: pool, data: moved as Hex, value: 0n }
  const description = describeCall(hidden, context, {
    signature: 'batch(bytes[] data)',
    arguments: null,
  })
  expect(description.unread).toMatch(/^Parts of the calldata are not shown/)
  expect(encodeDescription(description)).toBeNull()
})

test('refuses: without a chain no decimals are known, and that is said', () => {
  const nowhere = callContextOf(null, vault)
  const [, amount] = describeCall(supply(5n), nowhere).arguments
  expect(amount?.text).toMatch(/^5 base units of .*, decimals unknown$/)
})

test('golden: a suffix is read as that of a drone only where the target is a known drone', () => {
  const abi = parseAbi(['function approve(address spender, uint256 amount)'])
  const plain = encodeFunctionData({ abi, args: [receiver, most] })
  const call = {
    target: usdc,
    data: `${plain}${weth.slice(2)}${droneFlag.slice(2)}` as Hex,
    value: 0n,
  }
  const described = describeCall(call, context)
  expect(described.unforwarded).toBe(weth)
  expect(described.target).toBe(usdc)
  expect(described.sentences[0]).toContain('unlimited USDC')
  expect(described.sentences[0]).toMatch(
    /; 52 bytes behind the arguments name WETH .*, and USDC .* itself runs the call: it is not known to be a drone$/,
  )
  const forwarded = describeCall(call, { ...context, drones: [usdc] })
  expect([forwarded.unforwarded, forwarded.target]).toEqual([null, weth])
  expect(forwarded.sentences[0]).toMatch(/^USDC .* approves .* to spend unlimited WETH/)
})

test('golden: a drone is the subject of what it does, and the vault its receiver', () => {
  const drone = checksumOf('0x00000000000000000000000000000000000d0e00')
  const abi = parseAbi(['function transfer(address to, uint256 amount)'])
  const data = appendDroneTarget(encodeFunctionData({ abi, args: [vault, 5_000_000n] }), usdc)
  const named = {
    ...context,
    drones: [drone],
    names: joinNames(context.names, (account) =>
      account === drone ? { text: 'drone-0', source: 'definition' } : null,
    ),
  }
  expect(describeCall({ target: drone, data, value: 0n }, named).sentences).toEqual([
    expect.stringMatching(/^drone-0 \(definition\) \S+ transfers 5 USDC to the vault$/),
  ])
  const droneCall = { ...supply(5_000_000n, drone), target: drone }
  const { sentences, arguments: args } = describeCall(
    { ...droneCall, data: appendDroneTarget(droneCall.data, pool) },
    named,
  )
  expect(sentences).toEqual([
    expect.stringMatching(/^drone-0 \S+ \S+ supplies 5 USDC to Aave v3 Core \S+$/),
  ])
  expect(args.filter(({ mark }) => mark !== null)).toEqual([])
})

test('law: without a known drone, a suffix changes neither target nor amounts of what is described', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: most }), (amount) => {
      const call = supply(amount)
      const suffixed = { ...call, data: appendDroneTarget(call.data, weth) }
      const [plain, withSuffix] = [describeCall(call, context), describeCall(suffixed, context)]
      expect(withSuffix.target).toBe(plain.target)
      expect(withSuffix.arguments).toEqual(plain.arguments)
      expect(withSuffix.sentences[0]).toMatch(
        /itself runs the call: it is not known to be a drone$/,
      )
    }),
  )
})

test('golden: a token that looks like one on record and is not it is marked', () => {
  const fake = checksumOf('0x00000000000000000000000000000000000bad00')
  const data = `0xa9059cbb${vault.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`
  const call = { target: fake, data: data as Hex, value: 0n }
  const named = (text: string, source: 'chain' | 'tree' | 'definition') => ({
    ...context,
    names: (account: string) => (account === fake ? { text, source } : null),
  })
  for (const source of ['chain', 'tree'] as const) {
    for (const name of ['USDC', 'usdc', 'USDС']) {
      const description = describeCall(call, named(name, source))
      expect(description.namesakes, name).toMatchObject([
        { token: fake, record: { symbol: 'USDC', address: usdc } },
      ])
      expect(
        linesOf(description)
          .map(({ text }) => text)
          .join(),
      ).toContain(fake)
    }
  }
  expect(describeCall(call, named('USDC', 'definition')).namesakes).toEqual([])
  expect(describeCall(call, named('USDX', 'chain')).namesakes).toEqual([])
  expect(describeCall({ ...call, target: usdc }, context).namesakes).toEqual([])
})
