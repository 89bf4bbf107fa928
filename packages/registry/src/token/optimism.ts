import { type KnownToken, tokensFrom } from './row.ts'

/** Tokens of OP Mainnet. */
export const optimismTokens: readonly KnownToken[] = [
  ...tokensFrom(10, 'OP Stack predeploys', [
    ['WETH', 18, '0x4200000000000000000000000000000000000006', { kind: 'wrapped_native' }],
  ]),
  ...tokensFrom(10, 'Aave address book', [
    ['DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
    ['LINK', 18, '0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6'],
    ['USDC.e', 6, '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
    ['WBTC', 8, '0x68f180fcCe6836688e9084f035309E29Bf0A2095'],
    ['USDT', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
    ['AAVE', 18, '0x76FB31fb4af56892A25e32cFC43De717950c9278'],
    ['sUSD', 18, '0x8c6f28f2F1A3C87F0f938b96d27520d9751ec8d9'],
    ['OP', 18, '0x4200000000000000000000000000000000000042'],
    ['wstETH', 18, '0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb'],
    ['LUSD', 18, '0xc40F949F8a4e094D1b49a23ea9241D289B7b2819'],
    ['MAI', 18, '0xdFA46478F9e5EA86d57387849598dbFB2e964b02'],
    ['rETH', 18, '0x9Bcef72be871e61ED4fBbc7630889beE758eb81D'],
    ['USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  ]),
  ...tokensFrom(10, 'leaf files of the vaults', [
    ['weETH', 18, '0x5A7fACB970D094B6C7FF1df0eA68D99E6e73CBFF'],
    ['weETH', 18, '0x346e03F8Cce9fE01dCB3d0Da3e9D00dC2c0E08f0'],
    ['CRV', 18, '0x0994206dfE8De6Ec6920FF4D779B0d950605Fb53'],
    ['AURA', 18, '0x1509706a6c66CA549ff0cB464de88231DDBe213B'],
    ['BAL', 18, '0xFE8B128bA8C78aabC59d4c64cEE7fF28e9379921'],
    ['UNI', 18, '0x6fd9d7AD17242c41f7131d257212c54A0e816691'],
    ['cbETH', 18, '0xadDb6A0412DE1BA0F936DCaeb8Aaa24578dcF3B2'],
  ]),
  ...tokensFrom(10, 'Uniswap token list', [
    ['VELO', 18, '0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db'],
  ]),
]
