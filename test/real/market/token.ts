import { compileReal } from '../package/real-compiler.ts'
import { tokenSources } from '../world/base.ts'
import type { Market } from './market.ts'

/** Places by their names; the driver puts addresses in their stead. */
export const erc20: Market = {
  protocol: 'erc_20',
  real: '@openzeppelin/contracts',
  decoders: [{ contract: 'BaseDecoder' }],
  deploy: async () => {},
  cases: [
    {
      route: 'erc_20/approve',
      params: { token: 'USDC', spender: 'trader', amount: '12.5' },
    },
    {
      route: 'erc_20/transfer',
      params: { token: 'USDC', to: 'trader', amount: '12.5' },
      refusals: [{ params: { amount: '2000001' }, reason: 'ERC20InsufficientBalance' }],
    },
  ],
}

export const nativeWrapper: Market = {
  protocol: 'native_wrapper',
  real: '@uniswap/v2-periphery',
  decoders: [{ contract: 'WrappedNativeDecoder' }],
  deploy: async () => {},
  cases: [
    { route: 'native_wrapper/wrap', params: { wrapper: 'WETH', amount: '1.5' } },
    { route: 'native_wrapper/unwrap', params: { wrapper: 'WETH', amount: '1.5' } },
  ],
}

export const erc4626: Market = {
  protocol: 'erc_4626',
  real: '@openzeppelin/contracts',
  decoders: [{ contract: 'ERC4626Decoder' }],
  deploy: async (chain) => {
    const { TokenVault } = await compileReal(tokenSources)
    await chain.deploy('USDC vault', TokenVault!, [chain.of('USDC')])
    const vault = chain.of('USDC vault')
    const from = 'trader'
    await chain.act({
      to: 'USDC',
      from,
      call: 'approve(address,uint256)',
      args: [vault, 10n ** 15n],
    })
    await chain.act({
      to: vault,
      from,
      call: 'deposit(uint256,address)',
      args: [10n ** 12n, chain.of(from)],
    })
    // A share is worth more than a unit, and no round number of it.
    await chain.act({
      to: 'USDC',
      from,
      call: 'transfer(address,uint256)',
      args: [vault, 123_456_789_123n],
    })
  },
  cases: [
    {
      route: 'erc_4626/deposit',
      params: { vault: 'USDC vault', asset: 'USDC', amount: '1000.000001' },
      refusals: [{ params: { amount: '2000001' }, reason: 'ERC20InsufficientBalance' }],
    },
    {
      route: 'erc_4626/mint',
      params: { vault: 'USDC vault', asset: 'USDC', shares: '77.7', max_assets: '100' },
    },
    {
      route: 'erc_4626/withdraw',
      after: ['erc_4626/deposit'],
      params: { vault: 'USDC vault', asset: 'USDC', amount: '99.9' },
      refusals: [{ params: { amount: '1001' }, reason: 'ERC4626ExceededMaxWithdraw' }],
    },
    {
      route: 'erc_4626/redeem',
      after: ['erc_4626/deposit'],
      params: { vault: 'USDC vault', shares: '12.3' },
      refusals: [{ params: { shares: '1001' }, reason: 'ERC4626ExceededMaxRedeem' }],
    },
  ],
}
