import { accountOf } from '../account.ts'
import { type Piece, piece } from './piece.ts'
import { protocols } from './protocol-plan.ts'
import { tokens } from './token-plan.ts'
import { yields } from './yield-plan.ts'

const owner = accountOf('owner')
const wad = 10n ** 18n

/** The parts of one vault. */
export type VaultPlan = {
  readonly name: string
  readonly symbol: string
  readonly base: string
  readonly decimals: number
  readonly accountant: 'AccountantRateProviders' | 'AccountantYieldStreaming'
  readonly teller: 'Teller' | 'TellerYieldStreaming'
  readonly startingRate: bigint
}

/** The two vaults. */
export const vaultPlans: readonly VaultPlan[] = [
  {
    name: 'Local ETH',
    symbol: 'localETH',
    base: 'WETH',
    decimals: 18,
    accountant: 'AccountantRateProviders',
    teller: 'Teller',
    startingRate: wad,
  },
  {
    name: 'Local USD',
    symbol: 'localUSD',
    base: 'USDC',
    decimals: 6,
    accountant: 'AccountantYieldStreaming',
    teller: 'TellerYieldStreaming',
    startingRate: 1_000_000n,
  },
]

function piecesOf(plan: VaultPlan): readonly Piece[] {
  const { name, symbol, base, decimals, accountant, teller, startingRate } = plan
  const part = (what: string) => `${name}: ${what}`
  return [
    piece(name, 'Vault', () => [owner, name, symbol, decimals]),
    piece(part('manager'), 'Manager', (of) => [owner, of(name), of('Balancer vault')]),
    piece(part('roles'), 'RolesAuthority'),
    piece(part('drone'), 'Drone', (of) => [of(name), 0n]),
    piece(part('accountant'), accountant, (of) => [
      owner,
      of(name),
      owner,
      startingRate,
      of(base),
      10_100,
      9_900,
      21_600,
      100,
      1_000,
    ]),
    piece(part('teller'), teller, (of) => [owner, of(name), of(part('accountant')), of('WETH')]),
    piece(part('queue'), 'WithdrawQueue', (of) => [owner, of(name), of(part('accountant'))]),
  ]
}

/** Every contract of the local chain, in the order of deployment. */
export const pieces: readonly Piece[] = [
  ...tokens,
  ...protocols,
  ...yields,
  piece('Decoder', 'MainnetDecoder', (of) => [of('Uniswap positions')]),
  piece('Lending decoder', 'LendingDecoder', () => []),
  piece('Multisig', 'MultisigWallet', () => [
    [accountOf('signer 1'), accountOf('signer 2'), accountOf('signer 3')],
    2,
  ]),
  piece('MultiSend', 'MultiSend', () => []),
  ...vaultPlans.flatMap(piecesOf),
  // The same vault with lenders that do not keep their word: what a flash loan looks like then.
  ...['Tampering', 'Silent'].map((kind) =>
    piece(`Local ETH: manager, ${kind.toLowerCase()} lender`, 'Manager', (of) => [
      owner,
      of('Local ETH'),
      of(`${kind} lender`),
    ]),
  ),
]
