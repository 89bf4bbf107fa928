import type { Hex } from '@vaultwright/base'
import { decodeEventLog, pad, zeroAddress } from 'viem'
import { expect } from 'vitest'
import { realBytecodeOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import { passTime } from './aave.ts'
import type { Market } from './market.ts'
import { units } from './trader.ts'

const artifact = (path: string) => realBytecodeOf('@chainlink/contracts-ccip', path)
/** Selectors that CCIP has for Ethereum and Arbitrum. */
const [here, arbitrum] = [5009297550715157269n, 4949039107694359620n]
const recipient: Hex = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const remoteToken: Hex = pad('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65')
const sent = { router: 'CCIP router', destination: String(arbitrum), recipient }
/** Seconds after which a price of gas is too old. */
const freshness = 90_000

export const ccip: Market = {
  protocol: 'ccip',
  real: '@chainlink/contracts-ccip',
  decoders: [{ contract: 'CCIPDecoder' }],
  deploy: deployCcip,
  cases: [
    {
      route: 'ccip/send',
      // The fee is asked of the router.
      params: { ...sent, token: 'USDC', fee_token: 'WETH', amount: '1234.5' },
      refusals: [
        // The router pulls its fee with an allowance that is too small; the text of WETH9 is empty.
        { params: { fee: '0.000000000000000001' }, reason: '' },
        { params: { amount: '1000001' }, reason: 'ERC20InsufficientBalance' },
      ],
      follow: (chain) => expectMessage(chain, { token: 'USDC', amount: units(1234.5, 6) }),
    },
    {
      route: 'ccip/send',
      variant: 'paid for in the token that is sent',
      params: { ...sent, token: 'WETH', fee_token: 'WETH', amount: '2.5' },
      follow: (chain) => expectMessage(chain, { token: 'WETH', amount: units(2.5, 18) }),
    },
    {
      route: 'ccip/send',
      variant: 'above the limit of its pool',
      params: { ...sent, token: 'DAI', fee_token: 'WETH', amount: '1000.000001' },
      refused: 'TokenMaxCapacityExceeded(uint256,uint256,address)',
    },
    {
      route: 'ccip/send',
      variant: 'of a token without a pool',
      params: { ...sent, token: 'WBTC', fee_token: 'WETH', amount: '1', fee: '1' },
      // The registry names no pool, and nobody can receive the token in its stead.
      refused: 'ERC20InvalidReceiver(address)',
    },
    {
      route: 'ccip/send',
      variant: 'at a stale price of gas',
      prepare: (chain) => passTime(chain, freshness + 60),
      params: { ...sent, token: 'USDC', fee_token: 'WETH', amount: '1', fee: '1' },
      refused: 'StaleGasPrice(uint64,uint256,uint256)',
    },
  ],
}

async function deployCcip(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  await chain.deploy('CCIP risk', await artifact('v1_6_0/rmn_remote'), [here, zeroAddress])
  const risk = [chain.of('CCIP risk')]
  await chain.deploy('CCIP risk proxy', await artifact('latest/rmn_proxy_contract'), risk)
  const proxy = chain.of('CCIP risk proxy')
  const wrapped = [chain.of('WETH'), proxy]
  await chain.deploy('CCIP router', await artifact('latest/router'), wrapped)
  await chain.deploy('CCIP registry', await artifact('v1_5_0/token_admin_registry'))
  await chain.deploy('CCIP nonces', await artifact('v1_6_0/nonce_manager'), [[]])
  await deployFeeQuoter(chain)
  const [nonces, registry] = [chain.of('CCIP nonces'), chain.of('CCIP registry')]
  await chain.deploy('CCIP on-ramp', await artifact('v1_6_0/onramp'), [
    { chainSelector: here, rmnRemote: proxy, nonceManager: nonces, tokenAdminRegistry: registry },
    {
      feeQuoter: chain.of('CCIP fees'),
      reentrancyGuardEntered: false,
      messageInterceptor: zeroAddress,
      feeAggregator: chain.of('treasury'),
      allowlistAdmin: owner,
    },
    [
      {
        destChainSelector: arbitrum,
        router: chain.of('CCIP router'),
        allowlistEnabled: false,
      },
    ],
  ])
  const onRamp = chain.of('CCIP on-ramp')
  await chain.act({
    to: 'CCIP nonces',
    call: 'applyAuthorizedCallerUpdates((address[],address[]))',
    args: [[[onRamp], []]],
  })
  await chain.act({
    to: 'CCIP router',
    call: 'applyRampUpdates((uint64,address)[],(uint64,address)[],(uint64,address)[])',
    args: [[[arbitrum, onRamp]], [], []],
  })
  for (const [token, decimals] of [
    ['USDC', 6],
    ['WETH', 18],
    ['DAI', 18],
  ] as const) {
    await openPool(chain, token, decimals)
  }
}

/** Fees as they are for an Ethereum-like chain, paid in WETH; DAI counts as LINK. */
async function deployFeeQuoter(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const [weth, link] = [chain.of('WETH'), chain.of('DAI')]
  const destChainConfig = {
    isEnabled: true,
    maxNumberOfTokensPerMsg: 1,
    maxDataBytes: 30_000,
    maxPerMsgGasLimit: 3_000_000,
    destGasOverhead: 300_000,
    destGasPerPayloadByteBase: 16,
    destGasPerPayloadByteHigh: 40,
    destGasPerPayloadByteThreshold: 3000,
    destDataAvailabilityOverheadGas: 100,
    destGasPerDataAvailabilityByte: 16,
    destDataAvailabilityMultiplierBps: 1,
    // Of chains with the EVM.
    chainFamilySelector: '0x2812d52c',
    enforceOutOfOrder: false,
    defaultTokenFeeUSDCents: 25,
    defaultTokenDestGasOverhead: 90_000,
    defaultTxGasLimit: 200_000,
    gasMultiplierWeiPerEth: 10n ** 18n,
    gasPriceStalenessThreshold: freshness,
    networkFeeUSDCents: 10,
  }
  await chain.deploy('CCIP fees', await artifact('v1_6_0/fee_quoter'), [
    { maxFeeJuelsPerMsg: 10n ** 21n, linkToken: link, tokenPriceStalenessThreshold: freshness },
    [owner],
    [weth, link],
    [],
    [],
    [
      { token: weth, premiumMultiplierWeiPerEth: 10n ** 18n },
      { token: link, premiumMultiplierWeiPerEth: 9n * 10n ** 17n },
    ],
    [{ destChainSelector: arbitrum, destChainConfig }],
  ])
  const prices = [
    [weth, units(3000, 18)],
    [link, units(15, 18)],
  ]
  await chain.act({
    to: 'CCIP fees',
    call: 'updatePrices(((address,uint224)[],(uint64,uint224)[]))',
    args: [[prices, [[arbitrum, 3n * 10n ** 10n]]]],
  })
}

/** A pool that locks; one of DAI lets a thousand through at once. */
async function openPool(chain: RealChain, token: string, decimals: number): Promise<void> {
  const address = chain.of(token)
  const pool = await chain.deploy(
    `CCIP ${token} pool`,
    await artifact('v1_6_1/lock_release_token_pool'),
    [address, decimals, [], chain.of('CCIP risk proxy'), chain.of('CCIP router')],
  )
  const limit = token === 'DAI' ? [true, units(1000, 18), 1n] : [false, 0n, 0n]
  const remote = [arbitrum, [remoteToken], remoteToken, limit, [false, 0n, 0n]]
  await chain.act({
    to: pool,
    call: 'applyChainUpdates(uint64[],(uint64,bytes[],bytes,(bool,uint128,uint128),(bool,uint128,uint128))[])',
    args: [[], [remote]],
  })
  const act = (call: string, ...args: readonly unknown[]) =>
    chain.act({ to: 'CCIP registry', call, args })
  await act('proposeAdministrator(address,address)', address, chain.of('owner'))
  await act('acceptAdminRole(address)', address)
  await act('setPool(address,address)', address, pool)
}

type Bridged = { readonly token: string; readonly amount: bigint }

/** The message that left says who receives how much, and carries nothing else. */
async function expectMessage(chain: RealChain, { token, amount }: Bridged): Promise<void> {
  const { abi } = await artifact('v1_6_0/onramp')
  const logs = (await chain.ask('eth_getLogs', {
    fromBlock: 'latest',
    address: chain.of('CCIP on-ramp'),
  })) as readonly { readonly data: Hex; readonly topics: [Hex, ...Hex[]] }[]
  expect(logs).toHaveLength(1)
  const { eventName, args } = decodeEventLog({ abi, ...logs[0]! })
  expect(eventName).toBe('CCIPMessageSent')
  expect(args).toMatchObject({
    destChainSelector: arbitrum,
    message: {
      sender: chain.of('Vault'),
      receiver: pad(recipient).toLowerCase(),
      data: '0x',
      feeToken: chain.of('WETH'),
      tokenAmounts: [
        {
          sourcePoolAddress: chain.of(`CCIP ${token} pool`),
          destTokenAddress: remoteToken.toLowerCase(),
          amount,
        },
      ],
    },
  })
}
