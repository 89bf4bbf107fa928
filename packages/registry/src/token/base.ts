import { type KnownToken, tokensFrom } from './row.ts'

/** Tokens of Base. */
export const baseTokens: readonly KnownToken[] = [
  ...tokensFrom(8453, 'OP Stack predeploys', [
    ['WETH', 18, '0x4200000000000000000000000000000000000006', { kind: 'wrapped_native' }],
  ]),
  ...tokensFrom(8453, 'Aave address book', [
    ['cbETH', 18, '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22'],
    ['USDbC', 6, '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'],
    ['wstETH', 18, '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452'],
    ['USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    ['weETH', 18, '0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A'],
    ['cbBTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
    ['ezETH', 18, '0x2416092f143378750bb29b79eD961ab195CcEea5'],
    ['GHO', 18, '0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee'],
    ['wrsETH', 18, '0xEDfa23602D0EC14714057867A78d01e94176BEA0'],
    ['LBTC', 8, '0xecAc9C5F704e954931349Da37F60E39f515c11c1'],
    ['EURC', 6, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'],
    ['AAVE', 18, '0x63706e401c06ac8513145b7687A14804d17f814b'],
    ['tBTC', 18, '0x236aa50979D5f3De3Bd1Eeb40E81137F22ab794b'],
    ['syrupUSDC', 6, '0x660975730059246A68521a3e2FBD4740173100f5'],
  ]),
  ...tokensFrom(8453, 'leaf files of the vaults', [
    ['rETH', 18, '0xB6fe221Fe9EeF5aBa221c348bA20A1Bf5e73624c'],
    ['AERO', 18, '0x940181a94A35A4569E4529A3CDfB74e38FD98631'],
  ]),
  ...tokensFrom(8453, 'Uniswap token list', [
    ['COMP', 18, '0x9e1028F5F1D5eDE59748FFceE5532509976840E0'],
    ['DAI', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
    ['UNI', 18, '0xc3De830EA07524a0761646a6a4e4be0e114a3C83'],
  ]),
]
