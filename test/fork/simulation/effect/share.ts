import { type Address, decodeEventLog, type Hex, parseAbi } from 'viem'
import type { ChainStep, EffectCase } from './case.ts'
import { days, etherFor, minted, owner, usd, wad, wethFor } from './chain-step.ts'
import { type EffectChain, native } from './effect-chain.ts'

const eth = 'Local ETH'
const dollar = 'Local USD'
const teller = 'Local USD: teller'
const noReferrer: Address = '0x0000000000000000000000000000000000000000'

/** Lets the other vault enter and leave without a lock, as solvers may. */
const solving: readonly ChainStep[] = [
  owner('Local USD: roles', 'setUserRole(address,uint8,bool)', [eth, 12, true]),
  ...['0x9d574420', '0x3e64ce99'].map((selector) =>
    owner('Local USD: roles', 'setRoleCapability(uint8,address,bytes4,bool)', [
      12,
      teller,
      selector,
      true,
    ]),
  ),
]

const tellers: EffectCase = {
  rows: [53],
  what: 'tellers of other vaults: deposits, bulk and not, and withdrawals',
  vault: eth,
  steps: [
    minted('USDC', eth, 10_000n * usd),
    {
      route: 'teller/deposit_with_referrer',
      params: { teller, asset: 'USDC', referrer: noReferrer, amount: '1000', minimum: '980' },
      changes: { USDC: '-1000', [dollar]: ['994.1', '994.2'] },
      others: { 'USDC of Local USD': '1000' },
    },
    days(1),
    {
      route: 'teller/withdraw',
      params: { teller, asset: 'USDC', shares: '500', minimum: '500' },
      changes: { USDC: ['503', '503.1'], [dollar]: '-500' },
    },
    ...solving,
    {
      route: 'teller/bulk_deposit',
      params: { teller, asset: 'USDC', amount: '1000', minimum: '980' },
      changes: { USDC: '-1000', [dollar]: ['993.9', '994'] },
    },
    {
      route: 'teller/bulk_withdraw',
      params: { teller, asset: 'USDC', shares: '300', minimum: '300' },
      changes: { USDC: ['301.8', '301.9'], [dollar]: '-300' },
    },
  ],
}

const coins: EffectCase = {
  rows: [53],
  what: 'tellers of other vaults: the coin itself is deposited',
  vault: dollar,
  steps: [
    etherFor(dollar, 2n * wad),
    owner('Local ETH: teller', 'updateAssetData(address,bool,bool,uint16)', [
      native,
      true,
      false,
      0,
    ]),
    {
      route: 'teller/deposit_with_referrer',
      params: {
        teller: 'Local ETH: teller',
        asset: native,
        referrer: noReferrer,
        amount: '1',
        minimum: '0.99',
      },
      changes: { ETH: '-1', [eth]: ['0.9984', '0.9985'] },
      others: { 'WETH of Local ETH': '1' },
    },
  ],
}

const queue = 'Local USD: queue'
const event =
  'event OnChainWithdrawRequested(bytes32 indexed requestId, address indexed user, address indexed assetOut, uint96 nonce, uint128 amountOfShares, uint128 amountOfAssets, uint40 creationTime, uint24 secondsToMaturity, uint24 secondsToDeadline)'

/** A field of the request that was made last. */
const last =
  (field: string, decimals = 0) =>
  async (effectChain: EffectChain): Promise<string> => {
    const toBlock = await effectChain.chain.readBlock('latest')
    const logs = await effectChain.chain.readLogs({
      fromBlock: toBlock.number - 40n,
      toBlock: toBlock.number,
      addresses: [effectChain.of(queue)],
      topics: [],
    })
    const abi = parseAbi([event])
    const requests = logs.flatMap(({ topics, data }) => {
      try {
        return [decodeEventLog({ abi, topics: [...topics] as [Hex, ...Hex[]], data })]
      } catch {
        return []
      }
    })
    const value = (requests.at(-1)!.args as unknown as Record<string, bigint | number>)[field]!
    return decimals === 0
      ? String(value)
      : `${BigInt(value) / usd}.${String(BigInt(value) % usd).padStart(6, '0')}`
  }

const request = {
  queue,
  asset: 'USDC',
  nonce: last('nonce'),
  shares: last('amountOfShares', 6),
  assets: last('amountOfAssets', 6),
  created_at: last('creationTime'),
  seconds_to_maturity: last('secondsToMaturity'),
  seconds_to_deadline: last('secondsToDeadline'),
}

const queued: EffectCase = {
  rows: [55],
  what: 'withdrawal queues of other vaults: request, replace, cancel',
  vault: eth,
  steps: [
    {
      route: 'withdraw_queue/request',
      params: { queue, asset: 'USDC', shares: '400', discount_bps: '10', deadline_days: '7' },
      changes: { [dollar]: '-400' },
      others: { [`${dollar} of ${queue}`]: '400' },
      logs: [
        [
          queue,
          'OnChainWithdrawRequested(bytes32,address,address,uint96,uint128,uint128,uint40,uint24,uint24)',
        ],
      ],
    },
    {
      route: 'withdraw_queue/replace',
      params: { ...request, discount_bps: '20', deadline_days: '5' },
      changes: {},
      logs: [[queue, 'OnChainWithdrawCancelled(bytes32,address,uint256)']],
    },
    {
      route: 'withdraw_queue/cancel',
      params: request,
      changes: { [dollar]: '400' },
      others: { [`${dollar} of ${queue}`]: '-400' },
    },
  ],
}

const oldTeller = 'Old teller'

/** A teller of the generation before, beside the one that the vault has. */
const legacy: readonly ChainStep[] = [
  (effectChain) =>
    effectChain.place(oldTeller, 'TellerLegacy', [
      effectChain.of('owner'),
      effectChain.of(eth),
      effectChain.of('Local ETH: accountant'),
      effectChain.of('WETH'),
    ]),
  owner(oldTeller, 'setAuthority(address)', ['Local ETH: roles']),
  owner(oldTeller, 'addAsset(address)', ['WETH']),
  owner('Local ETH: roles', 'setUserRole(address,uint8,bool)', [oldTeller, 2, true]),
  owner('Local ETH: roles', 'setPublicCapability(address,bytes4,bool)', [
    oldTeller,
    '0x0efe6a8b',
    true,
  ]),
]

const old: EffectCase = {
  rows: [53],
  what: 'tellers of other vaults: the generation before, without a referrer',
  vault: dollar,
  steps: [
    ...legacy,
    wethFor(dollar, 2n * wad),
    {
      route: 'teller/deposit',
      params: { teller: oldTeller, asset: 'WETH', amount: '2', minimum: '1.99' },
      changes: { WETH: '-2', [eth]: ['1.9969', '1.9970'] },
      others: { 'WETH of Local ETH': '2' },
    },
  ],
}

const state =
  'accountantState() view returns (address payoutAddress, uint96 highwaterMark, uint128 feesOwedInBase)'

const fees: EffectCase = {
  rows: [57],
  what: 'the fees of the vault are paid',
  vault: eth,
  steps: [
    days(1),
    (effectChain) => effectChain.act(['Local ETH: accountant', 'updatePlatformFee(uint16)', [200]]),
    async (effectChain) => {
      const rate = await effectChain.ask([
        'Local ETH: accountant',
        'getRate() view returns (uint256)',
      ])
      const update = 'updateExchangeRate(uint96)'
      await effectChain.act(['Local ETH: accountant', update, [rate]], { from: 'rate updater' })
    },
    {
      route: 'accountant/claim_fees',
      params: { accountant: 'Local ETH: accountant', asset: 'WETH', amount: '5' },
      changes: { WETH: ['-0.069', '-0.068'] },
      others: { 'WETH of owner': ['0.068', '0.069'] },
      probes: [{ at: 'Local ETH: accountant', view: state, field: 2, becomes: 0n }],
      logs: [['Local ETH: accountant', 'FeesClaimed(address,uint256)']],
      left: ['WETH for Local ETH: accountant'],
    },
  ],
}

/** Shares of other vaults, and what this one owes. */
export const shareCases: readonly EffectCase[] = [tellers, coins, old, queued, fees]
