import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type {
  AccountParameter,
  IntegerParameter,
  ParameterValues,
  TokenParameter,
} from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { teller } from './teller/function.ts'

/**
 * The withdrawal queue of another vault, requests only.
 *
 * Source: the public functions of the queue; what the decoder packs was observed.
 */
export const withdrawQueue = {
  decoder: 'WithdrawQueue',
  inherits: [],
  functions: [
    {
      signature:
        'requestOnChainWithdraw(address asset, uint128 amountOfShares, uint16 discount, uint24 secondsToDeadline)',
      packs: 'asset',
    },
  ],
} as const satisfies DecoderRules

const secondsPerDay = 86_400n
const request =
  '(uint96 nonce, address user, address assetOut, uint128 amountOfShares, uint128 amountOfAssets, uint40 creationTime, uint24 secondsToMaturity, uint24 secondsToDeadline)'

const queue = {
  kind: 'account',
  describe: 'Withdrawal queue of the other vault',
} as const satisfies AccountParameter

const asset = {
  kind: 'token',
  describe: 'Asset that the queue pays out',
} as const satisfies TokenParameter

const vault = {
  kind: 'token',
  fact: { of: 'queue', call: 'boringVault()', returns: '(address vault)' },
  describe: 'The other vault, whose token the shares are',
} as const satisfies TokenParameter

const discount = {
  kind: 'integer',
  min: 0n,
  max: 3000n,
  describe: 'Discount that the solver gets, in basis points: 100 for 1 %',
} as const satisfies IntegerParameter

const deadline = {
  kind: 'integer',
  min: 1n,
  max: 194n,
  describe: 'Days after maturity in which it may be solved',
} as const satisfies IntegerParameter

const seconds = { kind: 'integer', min: 0n, max: 2n ** 24n - 1n } as const

/** A request as its `OnChainWithdrawRequested` event shows it: the queue knows its hash alone. */
const requestParameters = {
  queue,
  asset,
  vault,
  nonce: { kind: 'integer', min: 0n, max: 2n ** 96n - 1n, describe: 'Nonce of the request' },
  shares: { kind: 'amount', unit: 'vault', describe: 'Shares of the request' },
  assets: { kind: 'amount', unit: 'asset', describe: 'What the request was worth' },
  created_at: {
    kind: 'integer',
    min: 0n,
    max: 2n ** 40n - 1n,
    describe: 'When it was made, in unix seconds',
  },
  seconds_to_maturity: { ...seconds, describe: 'Seconds until it may be solved' },
  seconds_to_deadline: { ...seconds, describe: 'Seconds after that in which it may be solved' },
} as const

const requestWithdraw = defineAction({
  route: 'withdraw_queue/request',
  name: 'Request a withdrawal',
  description: 'Puts shares of another vault up for redemption, at a discount for the solver.',
  sentence: 'Request to withdraw {shares} as {asset}',
  parameters: {
    queue,
    asset,
    vault,
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      describe: 'How many shares to give back',
    },
    discount_bps: discount,
    deadline_days: deadline,
  },
  signature:
    'requestOnChainWithdraw(address asset, uint128 amountOfShares, uint16 discount, uint24 secondsToDeadline)',
  rules: [teller, withdrawQueue],
  target: 'queue',
  arguments: ({ asset, shares, discount_bps, deadline_days }) => [
    asset,
    shares,
    discount_bps,
    deadline_days * secondsPerDay,
  ],
  approvals: [{ token: 'vault', spender: 'queue', amount: 'shares' }],
})

const cancel = defineAction({
  route: 'withdraw_queue/cancel',
  name: 'Cancel a withdrawal',
  description: 'Takes the shares of an open request back.',
  sentence: 'Cancel request {nonce} of {shares}',
  parameters: requestParameters,
  signature: `cancelOnChainWithdraw(${request} request)`,
  rules: [teller],
  target: 'queue',
  arguments: (values) => [requestOf(values)],
})

const replace = defineAction({
  route: 'withdraw_queue/replace',
  name: 'Replace a withdrawal',
  description: 'Gives an open request another discount and deadline.',
  sentence: 'Replace request {nonce} of {shares}',
  parameters: { ...requestParameters, discount_bps: discount, deadline_days: deadline },
  signature: `replaceOnChainWithdraw(${request} oldRequest, uint16 discount, uint24 secondsToDeadline)`,
  rules: [teller],
  target: 'queue',
  arguments: (values) => [
    requestOf(values),
    values.discount_bps,
    values.deadline_days * secondsPerDay,
  ],
})

/** The actions of a strategist with the withdrawal queue of another vault. */
const withdrawQueueActions = [requestWithdraw, cancel, replace] as const

function requestOf({
  nonce,
  self,
  asset,
  shares,
  assets,
  ...times
}: ParameterValues<typeof requestParameters>) {
  const { created_at, seconds_to_maturity, seconds_to_deadline } = times
  return [nonce, self, asset, shares, assets, created_at, seconds_to_maturity, seconds_to_deadline]
}

/** Vault withdraw queue. */
export const protocol = {
  name: 'withdraw_queue',
  title: 'Vault withdraw queue',
  appUrl: null,
  decoders: [withdrawQueue],
  actions: withdrawQueueActions,
  price: 'rate',
  unquoted: {
    paid_later: ['request', 'cancel', 'replace'],
  },
} as const satisfies Protocol
