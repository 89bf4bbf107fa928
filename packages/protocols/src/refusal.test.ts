import {
  type CompiledRule,
  type DecoderReadValues,
  packArguments,
  rulesFor,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { concat, encodeAbiParameters, type Hex, pad, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { soundCallOf } from '../../../test/support/call/rule-input.ts'
import {
  type OrderWords,
  signOrderIn,
  soundOrder,
} from '../../../test/support/call/signed-order.ts'
import { encodeCall, type SentinelCall, setAt, valueAt } from '../../../test/support/sentinel.ts'

const outsider = '0xcc00000000000000000000000000000000000001'
const encoded = (types: string, ...values: unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never)
const gwei = 1_000_000_000n
const sendParam = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'
const tacMessage =
  '(uint64,string,string,uint256,uint256,string[],(address,uint256)[],(address,uint256,uint256)[])'

type Breach = { readonly change?: (call: SentinelCall) => void; readonly reads?: DecoderReadValues }
const set = (path: string, value: unknown): Breach => ({
  change: (call) => setAt(call, path, value),
})
const twice = (path: string): Breach => ({
  change: (call) => setAt(call, path, [valueAt(call, `${path}[0]`), valueAt(call, `${path}[0]`)]),
})
const swapped = (name: string): readonly [string, Breach][] => [
  [`${name}.swapData.swapType == 0`, set(`${name}.swapData.swapType`, 1)],
  [`${name}.swapData.extRouter == 0`, set(`${name}.swapData.extRouter`, outsider)],
  [`${name}.pendleSwap == 0`, set(`${name}.pendleSwap`, outsider)],
]
const withOtherYt = (path: string): Breach => ({
  change: (call) => {
    const fills = valueAt(call, path) as { order: { YT: string } }[]
    const fill = fills[0] ?? (valueAt(call, 'limit.normalFills[0]') as { order: { YT: string } })
    const strange = { ...fill, order: { ...fill.order, YT: outsider } }
    setAt(call, path, path === 'limit.flashFills' ? [strange] : [fill, strange])
  },
})
/** So many steps of a plan, and parameters for so many. */
function planOf(actions: number, params: number): Hex {
  const steps = Array.from({ length: params }, () => encoded('address, uint256', outsider, 1n))
  return encoded('bytes, bytes[]', `0x${'0f'.repeat(actions)}`, steps)
}
const price = { minPriceBps: 9_900n, maxPriceBps: 10_100n }
const pricedReads = (call: SentinelCall, limits: typeof price): DecoderReadValues => ({
  [`${valueAt(call, 'want')}.decimals()`]: 18n,
  'minPriceBps()': limits.minPriceBps,
  'maxPriceBps()': limits.maxPriceBps,
})

/** An order that is signed, with one thing wrong. */
function orderWith(order: Partial<OrderWords>, reads?: DecoderReadValues): Breach {
  const change = (call: SentinelCall) =>
    signOrderIn(call, soundOrder(order), { owner: outsider, domain: pad('0x01') })
  return reads === undefined ? { change } : { change, reads }
}

/** A breach of each check, and of nothing else, by the text of the check. */
const breaches: ReadonlyMap<string, Breach> = new Map([
  ['length(permitData) == 0', set('permitData', '0x01')],
  ['length(userData) == 0', set('userData', '0x01')],
  ['length(data) == 0', set('data', '0x01')],
  ['length(_data) == 0', set('_data', '0x01')],
  ['length(permit) == 0', set('permit', '0x01')],
  ['length(optData) == 0', set('optData', '0x01')],
  ['length(callback) == 0', set('callback', '0x01')],
  ['limit.limitRouter == 0 || length(limit.optData) == 0', set('limit.optData', '0x01')],
  ['length(params._preDeposit) == 0', set('params._preDeposit', '0x01')],
  ['length(unwrapParams.payload) == 0', set('unwrapParams.payload', '0x01')],
  ['length(extraData_) == 0', set('extraData_', '0x01')],
  ['length(options_) == 0', set('options_', '0x01')],
  ['length(ipOfferHashes) == 1', twice('ipOfferHashes')],
  ['length(_collateralMarketIds) <= 1', twice('_collateralMarketIds')],
  ['_balanceCheckFlag <= 3', set('_balanceCheckFlag', 4)],
  ['_collateralType <= 1', set('_collateralType', 2)],
  ['_transitionFrom <= 1', set('_transitionFrom', 2)],
  ['length(commands) <= 1', set('commands', '0x1010')],
  ['byte(commands, 0) == 0x10', set('commands', '0x0b')],
  ['length(inputs) == 1', twice('inputs')],
  ['length(swap.actions) > 0', { change: (call) => setAt(call, 'inputs', [planOf(0, 0)]) }],
  ['length(swap.actions) <= 3', { change: (call) => setAt(call, 'inputs', [planOf(4, 4)]) }],
  [
    'length(swap.params) == length(swap.actions)',
    { change: (call) => setAt(call, 'inputs', [planOf(3, 2)]) },
  ],
  ['length(change.actions) > 0', set('unlockData', planOf(0, 0))],
  ['length(change.actions) <= 3', set('unlockData', planOf(4, 4))],
  ['length(change.params) == length(change.actions)', set('unlockData', planOf(3, 2))],
  ['desc.srcReceiver == executor', set('desc.srcReceiver', outsider)],
  ['length(tokens) >= length(withdrawals)', set('tokens', [])],
  ['length(message.data) == 0', set('message.data', '0x01')],
  ['length(singleSwap.userData) == 0', set('singleSwap.userData', '0x01')],
  ['length(_sendParam.oftCmd) == 0', set('_sendParam.oftCmd', '0x01')],
  ['length(_sendParam.composeMsg) == 0', set('_sendParam.composeMsg', '0x01')],
  [
    'length(_sendParam.composeMsg) == 0 || length(next.composeMsg) == 0 && length(next.oftCmd) == 0',
    set('_sendParam.composeMsg', encoded(sendParam, [1, pad('0x01'), 1n, 1n, '0x', '0x01', '0x'])),
  ],
  ['length(params.path) % 23 == 20', set('params.path', pad('0x01', { size: 42 }))],
  ['length(params.path) % 20 == 0', set('params.path', pad('0x01', { size: 43 }))],
  [
    'length(params.path) >= 60 && length(params.path) % 40 == 20',
    set('params.path', pad('0x01', { size: 20 })),
  ],
  ['length(path) <= 2', set('path', [outsider, outsider, outsider])],
  ['length(bridgeWildCard) == 32', set('bridgeWildCard', pad('0x01', { size: 31 }))],
  ['length(approvals) <= 1', twice('approvals')],
  ['length(users) == length(tokens)', set('tokens', [])],
  ['length(users) == length(amounts)', set('amounts', [])],
  ['length(users) == length(proofs)', set('proofs', [])],
  ['length(startedWithdrawals) == 1', twice('startedWithdrawals')],
  [
    'length(startedWithdrawals[].request.vaults) == 1',
    set('startedWithdrawals[0].request.vaults', [outsider, outsider]),
  ],
  [
    'length(startedWithdrawals[].request.shares) == 1',
    set('startedWithdrawals[0].request.shares', []),
  ],
  ['length(requests) == 1', set('requests', [])],
  ['length(requests[].vaults) == 1', set('requests[0].vaults', [])],
  ['length(requests[].shares) == 1', set('requests[0].shares', [1n, 2n])],
  ['receiveAsTokens[..length(withdrawals)] == true', set('receiveAsTokens', [false])],
  ['callpath == 1 || callpath == 2 || callpath == 128', set('callpath', 3)],
  ['maxFeePerGas <= 100000000000', set('maxFeePerGas', 100n * gwei + 1n)],
  ['_gasPriceBid <= 100000000000', set('_gasPriceBid', 100n * gwei + 1n)],
  ['gasLimit >= 25000', set('gasLimit', 24_999n)],
  [
    "length(abi(_data, '(uint256 maxSubmissionCost, bytes extraData)').extraData) == 0",
    set('_data', encoded('uint256, bytes', 7n, '0x01')),
  ],
  [
    'extra.tag == 0x97a657c9 << 224',
    set('message.extraArgs', encoded('bytes4, uint256', '0x97a657c8', 0n)),
  ],
  ['extra.gasLimit == 0', set('message.extraArgs', encoded('bytes4, uint256', '0x97a657c9', 1n))],
  ['req.toInternalBalance == false', set('req.toInternalBalance', true)],
  ['req.fromInternalBalance == false', set('req.fromInternalBalance', true)],
  ['funds.fromInternalBalance == false', set('funds.fromInternalBalance', true)],
  ['funds.toInternalBalance == false', set('funds.toInternalBalance', true)],
  [
    'selector(data) == 0x4b3fd148 || selector(data) == 0xb460af94 || selector(data) == 0xba087652',
    set('data', concat(['0x095ea7b3', encoded('address, uint256', outsider, 1n)])),
  ],
  ['params[].order.YT == params[0].order.YT', withOtherYt('params')],
  [
    'limit.limitRouter == 0 || limit.normalFills[].order.YT == limit.normalFills[0].order.YT',
    withOtherYt('limit.normalFills'),
  ],
  [
    'limit.limitRouter == 0 || length(limit.normalFills) == 0 || limit.flashFills[].order.YT == limit.normalFills[0].order.YT',
    withOtherYt('limit.flashFills'),
  ],
  [
    'limit.limitRouter == 0 || limit.flashFills[].order.YT == limit.flashFills[0].order.YT',
    {
      change: (call) => {
        const fill = valueAt(call, 'limit.normalFills[0]') as { order: object }
        setAt(call, 'limit.normalFills', [])
        setAt(call, 'limit.flashFills', [fill, { ...fill, order: { ...fill.order, YT: outsider } }])
      },
    },
  ],
  ...swapped('input'),
  ['input.tokenIn == input.tokenMintSy', set('input.tokenMintSy', outsider)],
  ...swapped('output'),
  ['output.tokenOut == output.tokenRedeemSy', set('output.tokenRedeemSy', outsider)],
  ['messageVersion == 1', set('messageVersion', 2n)],
  [
    'length(sent.tvmTarget) >= 20',
    set('encodedMessage', encoded(tacMessage, [5n, 'too short', '', 1n, 2n, [], [], []])),
  ],
  [
    'length(sent.toBridge) == 1',
    set('encodedMessage', encoded(tacMessage, [5n, 'a'.repeat(48), '', 1n, 2n, [], [], []])),
  ],
  [
    'length(sent.toBridgeNFT) == 0',
    set(
      'encodedMessage',
      encoded(tacMessage, [
        5n,
        'a'.repeat(48),
        '',
        1n,
        2n,
        [],
        [[outsider, 1n]],
        [[outsider, 1n, 1n]],
      ]),
    ),
  ],
  ['params.sqrtPriceX96 == 0', set('params.sqrtPriceX96', 1n)],
  [
    'executor == allowedExecutor()',
    { reads: { 'oneInchExecutor()': outsider, 'odosExecutor()': outsider } },
  ],
  [
    'odosCompact().executor == allowedExecutor()',
    { reads: { 'odosExecutor()': outsider, 'caller()': outsider } },
  ],
  ['length(orderUid) == 56', set('orderUid', pad('0x01', { size: 55 }))],
  [
    'signed == false || order.size == 548 && order.uidOffset == 64 && order.uidPadding == 0',
    set('signed', true),
  ],
  [
    'signed == false || order.validTo == uid.validTo && order.digest == uid.digest',
    orderWith({}, { 'domainSeparator()': pad('0x02') }),
  ],
  ['signed == false || order.feeAmount == 0', orderWith({ feeAmount: 1n })],
  [`signed == false || order.kind == ${soundOrder().kind}`, orderWith({ kind: pad('0x01') })],
  [
    `signed == false || order.sellTokenBalance == ${soundOrder().sellTokenBalance}`,
    orderWith({ sellTokenBalance: pad('0x01') }),
  ],
  [
    `signed == false || order.buyTokenBalance == ${soundOrder().buyTokenBalance}`,
    orderWith({ buyTokenBalance: pad('0x01') }),
  ],
  ['signed == false || order.appData == appData()', orderWith({}, { 'appData()': pad('0x02') })],
  [
    'signed == false || order.validTo <= blockTime() + maxLife()',
    orderWith({ validTo: 101 }, { 'timestamp()': 1n, 'maxLife()': 99n }),
  ],
  ['length(execution.desc.permit) == 0', set('execution.desc.permit', '0x01')],
  ['length(execution.desc.feeReceivers) == 0', set('execution.desc.feeReceivers', [outsider])],
  [`execution.desc.flags & 0x${'f'.repeat(62)}3b == 0`, set('execution.desc.flags', 0x20n)],
  [
    'length(execution.desc.srcReceivers) == 1 && length(execution.desc.srcAmounts) == 1',
    set('execution.desc.srcAmounts', []),
  ],
  [
    'execution.desc.srcReceivers[0] == execution.callTarget',
    set('execution.desc.srcReceivers', [outsider]),
  ],
  [
    'execution.desc.srcAmounts[0] == execution.desc.amount',
    set('execution.desc.srcAmounts', [2n ** 255n]),
  ],
  ['target == operator', set('target', outsider)],
  ['length(data) >= 4 && selector(data) == 0x1fff991f', set('data', '0x1fff99')],
  ['userRequest.atomicPrice * 10000 / tenTo(decimals(want)) >= minPriceBps()', {}],
  ['userRequest.atomicPrice * 10000 / tenTo(decimals(want)) <= maxPriceBps()', {}],
])

const rules = [...ruleBook.groups.keys()].flatMap((selector) => rulesFor(ruleBook, selector))

/** An owner of the position that is not the vault; the price limits where a rule knows them. */
function readsFor(rule: CompiledRule, call: SentinelCall, check: string): DecoderReadValues {
  const id = rule.signature.startsWith('updateAtomicRequest') ? null : 'tokenId'
  if (id === null) {
    const low = check.includes('minPriceBps')
    setAt(call, 'userRequest.atomicPrice', low ? 989n * 10n ** 15n : 1011n * 10n ** 15n)
    return pricedReads(call, price)
  }
  if (!check.includes('boringVault')) return {}
  const token = valueAt(call, 'params.tokenId')
  return { [`ownerOf(${token})`]: outsider, 'boringVault()': `0x${'dd'.repeat(20)}` }
}

for (const rule of rules) {
  for (const { text, error } of rule.checks) {
    const check = text.replace(/ else \w+$/, '')
    test(`error: ${rule.decoders[0]} ${rule.function.name} refuses unless ${check}`, () => {
      const call = soundCallOf(rule.decoders[0] ?? '', rule.rule.signature)
      const breach = check.includes('boringVault') ? {} : breaches.get(check)
      if (breach === undefined) throw new Error('nothing is described that breaks this check')
      const reads = breach.reads ?? readsFor(rule, call, check)
      breach.change?.(call)
      expect(packArguments(rule, encodeCall(call), reads)).toMatchObject({
        ok: false,
        reason: 'reverts',
        check,
        error,
      })
    })
  }
}

test('behavior: limits hold at their very edge', () => {
  const ticket = rules.find((rule) => rule.signature.startsWith('createRetryableTicket('))!
  const call = soundCallOf('ArbitrumNativeBridge', ticket.rule.signature)
  setAt(call, 'maxFeePerGas', 100n * gwei)
  setAt(call, 'gasLimit', 25_000n)
  expect(packArguments(ticket, encodeCall(call)).ok).toBe(true)
})

test('behavior: a price within the limits of the queue is accepted, and open without reads', () => {
  const rule = rules.find((candidate) => candidate.signature.startsWith('updateAtomicRequest('))!
  const call = soundCallOf('AtomicQueue', rule.rule.signature)
  setAt(call, 'userRequest.atomicPrice', 10n ** 18n)
  const expected = concat([valueAt(call, 'offer') as Hex, valueAt(call, 'want') as Hex])
  const outcome = packArguments(rule, encodeCall(call), pricedReads(call, price))
  expect(outcome).toMatchObject({ ok: true, packed: expected, unverified: [] })
  const open = packArguments(rule, encodeCall(call))
  expect(open).toMatchObject({ ok: true, packed: expected })
  expect(open.ok && open.unverified.map(({ reads }) => reads.map((read) => read.function))).toEqual(
    [
      ['decimals()', 'minPriceBps()'],
      ['decimals()', 'maxPriceBps()'],
    ],
  )
})
