import { type Address, keccak256, toHex, zeroAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { accountOf } from '../account.ts'
import { type Of, type Piece, piece } from '../plan/piece.ts'

const owner = accountOf('owner')
const day = 86_400n

/** A key that lends its account the code of a forwarder; no part of the history uses it. */
export const delegatedKey: Address = privateKeyToAddress(
  keccak256(toHex('vaultwright local chain: delegated key')),
)
/** An account without code that nothing was ever sent from. */
export const unusedAccount: Address = privateKeyToAddress(
  keccak256(toHex('vaultwright local chain: unused account')),
)

/** The endpoint id of the other chain of the bridge. */
export const otherEid = 30_101

/** Names a part of the vault whose control is a lesson. */
export const partOf = (what: string): string => `Control: ${what}`

/** The contracts of a vault with each trap of control once, deployed when everything else is over. */
export const controlPieces: readonly Piece[] = [
  piece('Control', 'Vault', () => [owner, 'Local Control', 'localCTL', 18]),
  piece(partOf('manager'), 'Manager', (of) => [owner, of('Control'), of('Balancer vault')]),
  piece(partOf('roles'), 'RolesAuthority'),
  piece(partOf('accountant'), 'AccountantRateProviders', (of) => [
    owner,
    of('Control'),
    owner,
    10n ** 18n,
    of('WETH'),
    10_100,
    9_900,
    21_600,
    100,
    1_000,
  ]),
  piece(partOf('teller'), 'TellerWithBuffer', tellerArguments),
  piece(partOf('queue'), 'WithdrawQueue', (of) => [owner, of('Control'), of(partOf('accountant'))]),
  piece(partOf('solver'), 'QueueSolver', (of) => [owner, of(partOf('queue'))]),
  piece(partOf('Safe code'), 'SafeWallet', () => []),
  ...['Safe', 'operations Safe', 'empty Safe'].map((name) =>
    piece(partOf(name), 'SafeProxy', (of) => [of(partOf('Safe code')), '0x']),
  ),
  piece(partOf('timelock'), 'TimelockController', (of) => [
    0n,
    [of(partOf('Safe'))],
    [zeroAddress],
    zeroAddress,
  ]),
  piece(partOf('slow timelock'), 'TimelockController', (of) => [
    day,
    [of(partOf('Safe'))],
    [of(partOf('Safe'))],
    zeroAddress,
  ]),
  piece(partOf('stubborn contract'), 'StubbornPausable'),
  piece(partOf('pauser'), 'Pauser', (of) => [
    owner,
    ['manager', 'accountant', 'teller', 'stubborn contract'].map((name) => of(partOf(name))),
  ]),
  piece(partOf('unknown holder'), 'UnknownHolder', () => [accountOf('signer 3')]),
  piece(partOf('forwarder'), 'OpenForwarder', () => []),
  piece(partOf('rate provider code'), 'RateProvider', () => [owner, 0n]),
  piece(partOf('rate provider'), 'TransparentUpgradeableProxy', (of) => [
    of(partOf('rate provider code')),
    accountOf('rate updater'),
    '0x',
  ]),
  piece(partOf('endpoint'), 'Endpoint'),
  piece(partOf('bridge teller'), 'TellerLayerZero', (of) => [
    ...tellerArguments(of),
    of(partOf('endpoint')),
    accountOf('depositor'),
  ]),
]

function tellerArguments(of: Of): readonly unknown[] {
  return [owner, of('Control'), of(partOf('accountant')), of('WETH')]
}
