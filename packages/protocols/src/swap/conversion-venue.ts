import { previewDeposit, previewRedeem, readAmount, readSame } from './quote-read.ts'
import { conversionVenue, type SwapVenue, type VenueToken } from './venue.ts'

const native: VenueToken = { from: 'native' }
const parameter = (name: string): VenueToken => ({ from: 'parameter', name })
const fact = (of: string, call: string): VenueToken => ({ from: 'fact', of, call })

type ShareVault = {
  readonly protocol: string
  readonly title: string
  /** Parameter of the vault, which is the token of its shares. */
  readonly vault: string
  readonly least?: readonly [deposit: string, redeem: string]
}

/** Vaults with the interface of ERC-4626, whatever their decoders. */
const shareVaults: readonly ShareVault[] = [
  { protocol: 'erc_4626', title: 'ERC-4626 vault', vault: 'vault' },
  { protocol: 'euler', title: 'Euler', vault: 'vault' },
  { protocol: 'ultra_yield', title: 'UltraYield', vault: 'vault' },
  { protocol: 'fluid', title: 'Fluid', vault: 'f_token', least: ['min_shares', 'min_assets'] },
]

const shareVenues = shareVaults.flatMap(({ protocol, title, vault, least: minimum }) => [
  conversionVenue({
    route: `${protocol}/deposit`,
    title,
    sold: parameter('asset'),
    bought: parameter(vault),
    least: minimum?.[0] ?? null,
    quote: (values) => previewDeposit(values, vault),
  }),
  conversionVenue({
    route: `${protocol}/redeem`,
    title,
    sold: parameter(vault),
    bought: fact(vault, 'asset()'),
    amount: 'shares',
    least: minimum?.[1] ?? null,
    quote: (values) => previewRedeem(values, vault),
  }),
])

const wrapperVenues: readonly SwapVenue[] = [
  conversionVenue({
    route: 'native_wrapper/wrap',
    title: 'Wrapped native coin',
    sold: native,
    bought: parameter('wrapper'),
    quote: ({ sellAmount }) => readSame(sellAmount),
  }),
  conversionVenue({
    route: 'native_wrapper/unwrap',
    title: 'Wrapped native coin',
    sold: parameter('wrapper'),
    bought: native,
    quote: ({ sellAmount }) => readSame(sellAmount),
  }),
  conversionVenue({
    route: 'lido/stake',
    title: 'Lido',
    sold: native,
    bought: parameter('st_eth'),
    quote: ({ sellAmount }) => readSame(sellAmount),
  }),
  conversionVenue({
    route: 'lido/wrap',
    title: 'Lido',
    sold: parameter('st_eth'),
    bought: parameter('wrapper'),
    quote: ({ values, sellAmount }) =>
      readAmount({
        to: values.wrapper as `0x${string}`,
        call: 'getWstETHByStETH(uint256)',
        arguments: [sellAmount],
      }),
  }),
  conversionVenue({
    route: 'lido/unwrap',
    title: 'Lido',
    sold: parameter('wrapper'),
    bought: fact('wrapper', 'stETH()'),
    quote: ({ values, sellAmount }) =>
      readAmount({
        to: values.wrapper as `0x${string}`,
        call: 'getStETHByWstETH(uint256)',
        arguments: [sellAmount],
      }),
  }),
  conversionVenue({
    route: 'ether_fi/stake',
    title: 'ether.fi',
    sold: native,
    bought: fact('liquidity_pool', 'eETH()'),
  }),
  conversionVenue({
    route: 'ether_fi/wrap',
    title: 'ether.fi',
    sold: parameter('e_eth'),
    bought: parameter('wrapper'),
    quote: ({ values, sellAmount }) =>
      readAmount({
        to: values.wrapper as `0x${string}`,
        call: 'getWeETHByeETH(uint256)',
        arguments: [sellAmount],
      }),
  }),
  conversionVenue({
    route: 'ether_fi/unwrap',
    title: 'ether.fi',
    sold: parameter('wrapper'),
    bought: fact('wrapper', 'eETH()'),
    quote: ({ values, sellAmount }) =>
      readAmount({
        to: values.wrapper as `0x${string}`,
        call: 'getEETHByWeETH(uint256)',
        arguments: [sellAmount],
      }),
  }),
  conversionVenue({
    route: 'sky_money/sell_gem',
    title: 'Sky PSM',
    sold: parameter('gem'),
    bought: fact('psm', 'dai()'),
  }),
  conversionVenue({
    route: 'spectra/wrap',
    title: 'Spectra',
    sold: parameter('share'),
    bought: parameter('wrapper'),
  }),
  conversionVenue({
    route: 'pendle/mint_sy',
    title: 'Pendle SY',
    sold: parameter('token_in'),
    bought: parameter('sy'),
    least: 'minimum',
  }),
  conversionVenue({
    route: 'pendle/redeem_sy',
    title: 'Pendle SY',
    sold: parameter('sy'),
    bought: parameter('token_out'),
    least: 'minimum',
  }),
]

const mintVenues = (
  [
    ['cap/mint', 'asset', 'cap_token', 'deadline'],
    ['cap/burn', 'cap_token', 'asset', 'deadline'],
    ['corn/mint_btcn', 'token', 'btcn', 'deadline'],
    ['corn/redeem_btcn', 'btcn', 'token', 'deadline'],
    ['bera_eth/deposit_and_wrap', 'weth', 'bera_eth', null],
    ['royco/safe_deposit', 'asset', 'vault', null],
  ] as const
).map(([route, sold, bought, deadline]) =>
  conversionVenue({
    route,
    title: 'Issuer',
    sold: parameter(sold),
    bought: parameter(bought),
    deadline,
    least: 'minimum',
  }),
)

const tellerVenues = [
  ['teller/deposit', 'asset', 'vault', 'amount'],
  ['teller/bulk_deposit', 'asset', 'vault', 'amount'],
  ['teller/bulk_withdraw', 'vault', 'asset', 'shares'],
  ['teller/withdraw', 'vault', 'asset', 'shares'],
].map(([route, sold, bought, amount]) =>
  conversionVenue({
    route: route!,
    title: 'Teller',
    sold: parameter(sold!),
    bought: parameter(bought!),
    amount: amount!,
    least: 'minimum',
  }),
)

/** Contracts that convert at a rate of their own. */
export const conversionVenues: readonly SwapVenue[] = [
  ...shareVenues,
  ...wrapperVenues,
  ...mintVenues,
  ...tellerVenues,
]
