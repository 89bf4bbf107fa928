import { contractsFrom, type KnownContract } from './row.ts'

/** Stakers, issuers, and who pays rewards. */
export const stakingContracts: readonly KnownContract[] = [
  ...contractsFrom({ protocol: 'lido', label: 'Lido', source: 'leaf files of the vaults' }, [
    ['st_eth', '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', ['mainnet'], 'Lido stETH'],
    ['wrapper', '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', ['mainnet'], 'Lido wstETH'],
    ['withdrawal_queue', '0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1', ['mainnet'], 'Lido unstETH'],
  ]),
  ...contractsFrom(
    { protocol: 'ether_fi', label: 'ether.fi', source: 'leaf files of the vaults' },
    [
      [
        'liquidity_pool',
        '0x308861A430be4cce5502d0A12724771Fc6DaF216',
        ['mainnet'],
        'ether.fi liquidity pool',
      ],
      ['e_eth', '0x35fA164735182de50811E8e2E824cFb9B6118ac2', ['mainnet'], 'ether.fi eETH'],
      ['wrapper', '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee', ['mainnet'], 'ether.fi weETH'],
      [
        'withdraw_request_nft',
        '0x7d5706f6ef3F89B3951E23e557CDFBC3239D4E2c',
        ['mainnet'],
        'ether.fi withdrawal requests',
      ],
    ],
  ),
  ...contractsFrom({ protocol: 'ethena', label: 'Ethena', source: 'leaf files of the vaults' }, [
    ['staked_usde', '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497', ['mainnet'], 'Ethena sUSDe'],
  ]),
  ...contractsFrom({ protocol: 'ethena', label: 'Ethena', source: 'Ethena documentation' }, [
    ['minting', '0xe3490297a08d6fC8Da46Edb7B6142E4F461b62D3', ['mainnet'], 'Ethena minting v2'],
  ]),
  ...contractsFrom({ protocol: 'lombard', label: 'Lombard', source: 'Lombard deployments' }, [
    ['lbtc', '0x8236a87084f8B84306f72007F36F2618A5634494', ['mainnet'], 'Lombard LBTC'],
    ['lbtc', '0xecAc9C5F704e954931349Da37F60E39f515c11c1', ['base', 'bsc'], 'Lombard LBTC'],
    [
      'bridge',
      '0xA869817b48b25EeE986bdF4bE04062e6fd2C418B',
      ['mainnet', 'base', 'bsc'],
      'Lombard bridge',
    ],
  ]),
  ...contractsFrom({ protocol: 'merkl', label: 'Merkl', source: 'leaf files of the vaults' }, [
    [
      'distributor',
      '0x3Ef3D8bA38EBe18DB133cEc108f4D14CE00Dd9Ae',
      ['mainnet', 'arbitrum', 'optimism'],
    ],
  ]),
  ...contractsFrom({ protocol: 'teller', label: 'Teller', source: 'leaf files of the vaults' }, [
    ['teller', '0x99dE9e5a3eC2750a6983C8732E6e795A35e7B861', ['mainnet'], 'Super Symbiotic LRT'],
    ['teller', '0x929B44db23740E65dF3A81eA4aAB716af1b88474', ['mainnet'], 'King Karak LRT'],
    ['teller', '0xe19a43B1b8af6CeE71749Af2332627338B3242D1', ['mainnet'], 'ether.fi BTC'],
    ['teller', '0x458797A320e6313c980C2bC7D270466A6288A8bB', ['mainnet'], 'ether.fi BTC'],
  ]),
]
