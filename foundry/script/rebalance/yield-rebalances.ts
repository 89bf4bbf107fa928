import { padHex } from 'viem'
import type { Of } from '../plan/piece.ts'
import { reward, rewardLeafOf } from '../plan/yield-plan.ts'
import { approve, callOf, type VaultCall } from './rebalance.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const eth = 'Local ETH'
const dollar = 'Local USD'
const none = '0x0000000000000000000000000000000000000000'

const swapData = '(uint8 swapType,address extRouter,bytes extCalldata,bool needScale) swapData'
const order =
  '((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes),bytes,uint256)[]'

/** Stakes 2 ETH with Lido and 1 with ether.fi, and wraps both; the ETH comes from unwrapping. */
export function staked(of: Of): readonly VaultCall[] {
  return [
    callOf(of('WETH'), 'withdraw(uint256 amount)', [3n * wad]),
    { ...callOf(of('stETH'), 'submit(address referral)', [none]), value: 2n * wad },
    approve(of, 'stETH', { spender: 'wstETH', amount: wad }),
    callOf(of('wstETH'), 'wrap(uint256 amount)', [wad]),
    { ...callOf(of('ether.fi pool'), 'deposit()', []), value: wad },
    approve(of, 'eETH', { spender: 'weETH', amount: wad / 2n }),
    callOf(of('weETH'), 'wrap(uint256 amount)', [wad / 2n]),
  ]
}

/** Buys PT for 3 WETH through SY. */
export function boughtPt(of: Of): readonly VaultCall[] {
  const amount = 3n * wad
  const swap = { swapType: 0, extRouter: none, extCalldata: '0x', needScale: false }
  const input = {
    tokenIn: of('WETH'),
    netTokenIn: amount,
    tokenMintSy: of('WETH'),
    pendleSwap: none,
    swapData: swap,
  }
  return [
    approve(of, 'WETH', { spender: 'Pendle router', amount }),
    callOf(
      of('Pendle router'),
      `mintSyFromToken(address receiver, address sy, uint256 least, (address tokenIn,uint256 netTokenIn,address tokenMintSy,address pendleSwap,${swapData}) input)`,
      [of(eth), of('SY WETH'), 0n, input],
    ),
    approve(of, 'SY WETH', { spender: 'Pendle router', amount }),
    callOf(
      of('Pendle router'),
      `swapExactSyForPt(address receiver, address market, uint256 exactSyIn, uint256 least, (uint256,uint256,uint256,uint256,uint256) guess, (address limitRouter,uint256 epsSkipMarket,${order} normalFills,${order} flashFills,bytes optData) limit)`,
      [
        of(eth),
        of('Pendle market'),
        amount,
        0n,
        [0n, 2n ** 255n, 0n, 256n, 10n ** 14n],
        { limitRouter: none, epsSkipMarket: 0n, normalFills: [], flashFills: [], optData: '0x' },
      ],
    ),
  ]
}

/** Sends 1 WETH to Arbitrum, and 0.2 ETH to OP Mainnet. */
export function bridged(of: Of): readonly VaultCall[] {
  const fee = wad / 1_000n
  const send = callOf(
    of('WETH OFT adapter'),
    'send((uint32 dstEid,bytes32 to,uint256 amountLD,uint256 minAmountLD,bytes extraOptions,bytes composeMsg,bytes oftCmd) param, (uint256 nativeFee,uint256 lzTokenFee) fee, address refund)',
    [
      {
        dstEid: 30_110,
        to: padHex(of(eth), { size: 32 }),
        amountLD: wad,
        minAmountLD: wad,
        extraOptions: '0x',
        composeMsg: '0x',
        oftCmd: '0x',
      },
      { nativeFee: fee, lzTokenFee: 0n },
      of(eth),
    ],
  )
  const bridge = callOf(
    of('OP bridge'),
    'bridgeETHTo(address to, uint32 minGasLimit, bytes extraData)',
    [of(eth), 200_000, '0x'],
  )
  return [
    callOf(of('WETH'), 'withdraw(uint256 amount)', [wad / 2n]),
    approve(of, 'WETH', { spender: 'WETH OFT adapter', amount: wad }),
    { ...send, value: fee },
    { ...bridge, value: wad / 5n },
  ]
}

/** Sends 10,000 USDC to OP Mainnet. */
export function burned(of: Of): readonly VaultCall[] {
  const amount = 10_000n * usd
  const self = padHex(of(dollar), { size: 32 })
  return [
    approve(of, 'USDC', { spender: 'CCTP messenger', amount }),
    callOf(
      of('CCTP messenger'),
      'depositForBurn(uint256 amount,uint32 domain,bytes32 mintRecipient,address burnToken,bytes32 destinationCaller,uint256 maxFee,uint32 finality)',
      [amount, 2, self, of('USDC'), self, 0n, 2_000],
    ),
  ]
}

/** Swaps 4 WETH for USDC through 1inch, and claims what Merkl owes. */
export function swappedAndClaimed(of: Of): readonly VaultCall[] {
  const amount = 4n * wad
  const executor = of('Swap executor')
  const description = {
    srcToken: of('WETH'),
    dstToken: of('USDC'),
    srcReceiver: executor,
    dstReceiver: of(eth),
    amount,
    minReturnAmount: 7_900n * usd,
    flags: 0n,
  }
  return [
    approve(of, 'WETH', { spender: '1inch router v5', amount }),
    callOf(
      of('1inch router v5'),
      'swap(address executor,(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount,uint256 minReturnAmount,uint256 flags) desc,bytes permit,bytes data)',
      [executor, description, '0x', '0x'],
    ),
    callOf(
      of('Merkl distributor'),
      'claim(address[] users,address[] tokens,uint256[] amounts,bytes32[][] proofs)',
      [[of(eth)], [of('MORPHO')], [reward], [[rewardLeafOf(of, dollar)]]],
    ),
  ]
}

/** Lends to the other vault, and asks for a part of it back through its queue. */
export function crossed(of: Of): readonly VaultCall[] {
  const amount = 2_000n * usd
  return [
    approve(of, 'USDC', { spender: dollar, amount }),
    callOf(
      of(`${dollar}: teller`),
      'deposit(address asset,uint256 amount,uint256 least,address referral)',
      [of('USDC'), amount, 0n, none],
    ),
  ]
}

/** Pays the fees of the vault in its base. */
export function paidFees(of: Of): readonly VaultCall[] {
  return [
    approve(of, 'WETH', { spender: `${eth}: accountant`, amount: wad }),
    callOf(of(`${eth}: accountant`), 'claimFees(address asset)', [of('WETH')]),
    approve(of, 'WETH', { spender: `${eth}: accountant`, amount: 0n }),
  ]
}

/** Asks the other vault for USDC through its queue. */
export function queued(of: Of): readonly VaultCall[] {
  const shares = 500n * usd
  return [
    approve(of, dollar, { spender: `${dollar}: queue`, amount: shares }),
    callOf(
      of(`${dollar}: queue`),
      'requestOnChainWithdraw(address asset,uint128 shares,uint16 discount,uint24 secondsToDeadline)',
      [of('USDC'), shares, 10, 604_800],
    ),
  ]
}
