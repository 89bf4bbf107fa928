import type { Hex } from '@vaultwright/base'
import {
  accountantFixedRateAbi,
  accountantLegacyAbi,
  accountantRateProvidersAbi,
  accountantYieldStreamingAbi,
  accountantYieldStreamingEarlyAbi,
  managerAbi,
  managerSelectors,
  rolesAuthorityAbi,
  vaultAbi,
} from '@vaultwright/registry'
import { type Abi, type AbiFunction, parseAbi, toFunctionSelector, toFunctionSignature } from 'viem'
import { readStrictly } from '../strict-calldata.ts'
import { type AdminFacts, type SignedNote, trailingNotes } from './signed-call.ts'

/** A function that governs, and the contracts that have it. */
export type AdminFunction = {
  readonly item: AbiFunction
  readonly signature: string
  readonly contracts: readonly string[]
}

/** Source: OwnerManager, ModuleManager, GuardManager, FallbackManager of the Safe contracts. */
const safeAdminAbi = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previousOwner, address owner, uint256 threshold)',
  'function swapOwner(address previousOwner, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address previousModule, address module)',
  'function setGuard(address guard)',
  'function setModuleGuard(address moduleGuard)',
  'function setFallbackHandler(address handler)',
  'function approveHash(bytes32 hashToApprove)',
])

/** Source: TimelockController and AccessControl of OpenZeppelin Contracts 4 and 5. */
const timelockAdminAbi = parseAbi([
  'function cancel(bytes32 id)',
  'function updateDelay(uint256 newDelay)',
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address account)',
])

/** A vault has the functions of a token as well, which govern nothing. */
const vaultAdmin = new Set(['manage', 'setBeforeTransferHook', 'setAuthority', 'transferOwnership'])

const sources: readonly (readonly [contract: string, abi: Abi])[] = [
  ['Manager', managerAbi],
  ['roles authority', rolesAuthorityAbi],
  ['accountant', accountantRateProvidersAbi],
  ['accountant', accountantFixedRateAbi],
  ['accountant', accountantYieldStreamingAbi],
  ['accountant', accountantYieldStreamingEarlyAbi],
  ['accountant', accountantLegacyAbi],
  ['vault', vaultAbi.filter((item) => 'name' in item && vaultAdmin.has(item.name))],
  ['Safe', safeAdminAbi],
  ['timelock', timelockAdminAbi],
]

let table: ReadonlyMap<Hex, AdminFunction> | null = null

/** Finds the function that governs under a selector; null when there is none. */
export function adminFunctionOf(selector: Hex): AdminFunction | null {
  table ??= buildTable()
  return table.get(selector) ?? null
}

/**
 * Reads the arguments of a call that governs.
 *
 * @throws {SafeCalldataError} when it is not what an encoder writes.
 */
export function readAdminCall(
  { item, signature, contracts }: AdminFunction,
  data: Hex,
): { readonly facts: AdminFacts; readonly notes: readonly SignedNote[] } {
  const { decoded, trailing } = readStrictly([item] as Abi, data)
  const values = (decoded.args ?? []) as readonly unknown[]
  const named = item.inputs.map(({ name }, index) => [name || String(index), values[index]])
  return {
    facts: { signature, contracts, arguments: Object.fromEntries(named) },
    notes: trailingNotes(trailing),
  }
}

function buildTable(): ReadonlyMap<Hex, AdminFunction> {
  const functions = new Map<Hex, AdminFunction>()
  for (const [contract, abi] of sources) {
    for (const item of abi) {
      if (item.type !== 'function' || isReading(item)) continue
      const selector = toFunctionSelector(item)
      if (selector === managerSelectors.manageVaultWithMerkleVerification) continue
      const before = functions.get(selector)
      const contracts = [...new Set([...(before?.contracts ?? []), contract])]
      functions.set(selector, { item, signature: toFunctionSignature(item), contracts })
    }
  }
  return functions
}

function isReading({ stateMutability }: AbiFunction): boolean {
  return stateMutability === 'view' || stateMutability === 'pure'
}
