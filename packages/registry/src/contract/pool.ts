import { contractsFrom, type KnownContract } from './row.ts'

/** Single pools and gauges, and what stands upon them. */
export const poolContracts: readonly KnownContract[] = [
  ...contractsFrom({ protocol: 'curve', label: 'Curve', source: 'leaf files of the vaults' }, [
    ['pool', '0x13947303F63b363876868D070F14dc865C36463b', ['mainnet'], 'Curve weETH/WETH'],
    ['pool', '0xDB74dfDD3BB46bE8Ce6C33dC9D82777BCFc3dEd5', ['mainnet'], 'Curve WETH/weETH'],
    ['pool', '0xA10d15538E09479186b4D3278BA5c979110dDdB1', ['mainnet'], 'Curve tETH/wstETH'],
    ['pool', '0x02950460E2b9529D0E00284A5fA2d7bDF3fA4d72', ['mainnet'], 'Curve USDe/USDC'],
    ['pool', '0xF36a4BA50C603204c3FC6d2dA8b78A7b69CBC67d', ['mainnet'], 'Curve USDe/DAI'],
    ['pool', '0x167478921b907422F8E88B43C4Af2B8BEa278d3A', ['mainnet'], 'Curve sDAI/sUSDe'],
    ['pool', '0x383E6b4437b59fff47B619CBA855CA29342A8559', ['mainnet'], 'Curve PYUSD/USDC'],
    ['pool', '0x2f3bC4c27A4437AeCA13dE0e37cdf1028f3706F0', ['mainnet'], 'Curve LBTC/WBTC'],
    ['pool', '0xabaf76590478F2fE0b396996f55F0b61101e9502', ['mainnet'], 'Curve eBTC/LBTC/WBTC'],
    ['gauge', '0x053df3e4D0CeD9a3Bf0494F97E83CE1f13BdC0E2', ['mainnet'], 'Curve gauge'],
    ['gauge', '0x8D666daED20B502e5Cf692B101028fc0058a5d4E', ['mainnet'], 'Curve gauge'],
  ]),
  ...contractsFrom({ protocol: 'convex', label: 'Convex', source: 'leaf files of the vaults' }, [
    [
      'booster',
      '0xF403C135812408BFbE8713b5A23a04b3D48AAE31',
      ['mainnet'],
      'Convex booster for Curve',
    ],
    [
      'base_reward_pool',
      '0x5411CC583f0b51104fA523eEF9FC77A29DF80F58',
      ['mainnet'],
      'Convex rewards of weeth-ng',
    ],
  ]),
  ...contractsFrom(
    { protocol: 'balancer_v2', label: 'Balancer v2', source: 'leaf files of the vaults' },
    [
      ['minter', '0x239e55F427D44C3cc793f49bFB507ebe76638a2b', ['mainnet'], 'Balancer minter'],
      [
        'gauge',
        '0xC859BF9d7B8C557bBd229565124c2C09269F3aEF',
        ['mainnet'],
        'Balancer gauge of weETH/rETH',
      ],
      [
        'gauge',
        '0x79eF6103A513951a3b25743DB509E267685726B7',
        ['mainnet'],
        'Balancer gauge of B-rETH-STABLE',
      ],
      [
        'gauge',
        '0x5C0F23A5c1be65Fa710d385814a7Fd1Bda480b1C',
        ['mainnet'],
        'Balancer gauge of wstETH-WETH-BPT',
      ],
      [
        'gauge',
        '0xdf04E3a7ab9857a16FB97174e0f1001aa44380AF',
        ['mainnet'],
        'Balancer gauge of rsETH / WETH',
      ],
      [
        'gauge',
        '0xA00DB7d9c465e95e4AA814A9340B9A161364470a',
        ['mainnet'],
        'Balancer gauge of ECLP-stdeUSD-deUSD',
      ],
      [
        'gauge',
        '0x59907f88C360D576Aa38dba84F26578367F96b6C',
        ['arbitrum'],
        'Balancer gauge of rsETH/wETH',
      ],
      [
        'gauge',
        '0x06eaf7bAabEac962301eE21296e711B3052F2c0d',
        ['arbitrum'],
        'Balancer gauge of wstETH/sfrxETH',
      ],
      [
        'gauge',
        '0x96d7C70c80518Ee189CB6ba672FbD22E4fDD9c19',
        ['arbitrum'],
        'Balancer gauge of ECLP-wstETH-WETH',
      ],
      [
        'gauge',
        '0xdB66fFFf713B1FA758E348e69E2f2e24595111cF',
        ['arbitrum'],
        'Balancer gauge of ECLP-weETH-wstETH',
      ],
      [
        'gauge',
        '0x5DA32F4724373c91Fdc657E0AD7B1836c70A4E52',
        ['arbitrum'],
        'Balancer gauge of osETH/wETH',
      ],
      [
        'gauge',
        '0xF3B314B1D2bd7d9afa8eC637716A9Bb81dBc79e5',
        ['optimism'],
        'Balancer gauge of bpt-weethwsteth',
      ],
    ],
  ),
  ...contractsFrom({ protocol: 'aura', label: 'Aura', source: 'leaf files of the vaults' }, [
    ['vault', '0x07A319A023859BbD49CC9C38ee891c3EA9283Cc5', ['mainnet'], 'Aura weETH/rETH'],
    ['vault', '0xDd1fE5AD401D4777cE89959b7fa587e569Bf125D', ['mainnet'], 'Aura B-rETH-STABLE'],
    ['vault', '0x2a14dB8D09dB0542f6A371c0cB308A768227D67D', ['mainnet'], 'Aura wstETH-WETH-BPT'],
    ['vault', '0xB5FdB4f75C26798A62302ee4959E4281667557E0', ['mainnet'], 'Aura rsETH / WETH'],
    ['vault', '0x7405Bf405185391525Ab06fABcdFf51fdc656A46', ['mainnet'], 'Aura ECLP-stdeUSD-deUSD'],
    ['vault', '0x90cedFDb5284a274720f1dB339eEe9798f4fa29d', ['arbitrum'], 'Aura rsETH/wETH'],
    ['vault', '0x83D37cbA332ffd53A4336Ee06f3c301B8929E684', ['arbitrum'], 'Aura wstETH/sfrxETH'],
    ['vault', '0x93e567b423ED470562911078b4d7A902d4E0BEea', ['arbitrum'], 'Aura ECLP-wstETH-WETH'],
    ['vault', '0x40bF10900a55c69c9dADdc3dC52465e01AcEF4A4', ['arbitrum'], 'Aura ECLP-weETH-wstETH'],
    ['vault', '0xe351a69EB84a22E113E92A4C683391C95448d7d4', ['optimism'], 'Aura bpt-weethwsteth'],
  ]),
]
