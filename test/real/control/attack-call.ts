import type { Selector } from '@vaultwright/access-control'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { encodePacked, keccak256 } from 'viem'
import { encodeChainCall } from '../world/real-chain.ts'
import { tools } from './tool-code.ts'

/** The account that attacks; it holds nothing. */
export const attacker: Address = `0x${'a7'.repeat(20)}`

/** Encodes a call by its signature. */
export function callOf(signature: string, ...args: readonly unknown[]): Hex {
  return encodeChainCall({ call: signature, args })
}

/** The leaf, and so the root, of a call of `ping`. */
export const leafOfPing = keccak256(
  encodePacked(
    ['address', 'address', 'bool', 'bytes4'],
    [tools.decoder, tools.ping, false, '0x00000000'],
  ),
)
export const manageRun =
  'manageVaultWithMerkleVerification(bytes32[][],address[],address[],bytes[],uint256[])'

/** Deposits and withdrawals that go through, and with them what the helper of a buffer says. */
export const flows: readonly Hex[] = [
  callOf('deposit(address,uint256,uint256,address)', tools.yes, 1n, 0n, zeroAddress),
  callOf('bulkDeposit(address,uint256,uint256,address)', tools.yes, 1n, 0n, attacker),
  callOf('withdraw(address,uint256,uint256,address)', tools.yes, 1n, 0n, attacker),
  callOf('bulkWithdraw(address,uint256,uint256,address)', tools.yes, 1n, 0n, attacker),
]

/** Calls of each function that succeed, or fail only behind the check of their caller. */
export const trials: Readonly<Record<Selector, Hex>> = Object.fromEntries(
  [
    callOf('setAuthority(address)', tools.yes),
    callOf('transferOwnership(address)', attacker),
    callOf('setUserRole(address,uint8,bool)', attacker, 0, true),
    callOf('setRoleCapability(uint8,address,bytes4,bool)', 0, tools.yes, '0x00000000', true),
    callOf('setPublicCapability(address,bytes4,bool)', tools.yes, '0x00000000', true),
    callOf('manage(address,bytes,uint256)', tools.ping, '0x', 0n),
    callOf('manage(address[],bytes[],uint256[])', [], [], []),
    callOf(
      'enter(address,address,uint256,address,uint256)',
      zeroAddress,
      zeroAddress,
      0n,
      attacker,
      1n,
    ),
    callOf(
      'exit(address,address,uint256,address,uint256)',
      attacker,
      zeroAddress,
      0n,
      attacker,
      0n,
    ),
    callOf('setManageRoot(address,bytes32)', attacker, leafOfPing),
    callOf(manageRun, [], [], [], [], []),
    callOf('pause()'),
    callOf('unpause()'),
    callOf('updateExchangeRate(uint96)', 10n ** 18n),
    callOf('updateUpper(uint16)', 10_100),
    callOf('setRateProviderData(address,bool,address)', tools.yes, true, zeroAddress),
    // An asset without a helper: what the vault refuses to a helper is no refusal of the caller.
    callOf('deposit(address,uint256,uint256,address)', tools.ping, 0n, 0n, zeroAddress),
    callOf('bulkDeposit(address,uint256,uint256,address)', tools.ping, 0n, 0n, attacker),
    callOf('withdraw(address,uint256,uint256,address)', tools.ping, 0n, 0n, attacker),
    callOf('bulkWithdraw(address,uint256,uint256,address)', tools.ping, 0n, 0n, attacker),
    callOf('allowBufferHelper(address,address)', tools.yes, tools.helper),
    callOf('setDepositBufferHelper(address,address)', tools.yes, tools.helper),
    callOf('setWithdrawBufferHelper(address,address)', tools.yes, tools.helper),
    callOf('addPausable(address)', zeroAddress),
    callOf('removePausable(uint256)', 0n),
    callOf('updateSenderToPausable(address,address)', zeroAddress, zeroAddress),
    callOf('pauseSingle(address)', tools.yes),
    callOf('unpauseSingle(address)', tools.yes),
    callOf('pauseMultiple(address[])', []),
    callOf('unpauseMultiple(address[])', []),
    callOf('bundleTxs((address target,bytes data,uint256 value)[] txs)', []),
  ].map((data) => [data.slice(0, 10), data]),
)

/** Tells whether the attack tries a function by itself; the rounds of a Pauser are tried by what they pause. */
export function isTried(selector: Selector): boolean {
  return trials[selector] !== undefined
}
