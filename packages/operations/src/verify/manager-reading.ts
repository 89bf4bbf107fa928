import { type Address, BaseError, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type Chain, type ManageRoot, readHadRoot, readManageRoot } from '@vaultwright/chain'
import type { ManagerState } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef, EthCall, EthCallResult } from '@vaultwright/outcome'
import { managerSelectors, rolesAuthorityAbi, vaultSelectors } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'

/** The answers of a Manager and its vault at a block; a missing answer is absent. */
export type ManagerReading = {
  readonly block: BlockRef
  readonly manager: Address
  readonly strategist: Address
  readonly vault: Address | null
  /** The strategist's root. */
  readonly root: ManageRoot
  /** True if that root was set back to zero; null where it is zero and nothing tells why. */
  readonly isRevoked: boolean | null
  /** The Manager's own root, which the calls inside flash loans are proven against. */
  readonly managerRoot: ManageRoot
  readonly state: ManagerState
}

/** The Manager, the strategist and the block of a root. */
export type ManagerQuery = {
  readonly manager: Address
  readonly strategist: Address
  readonly block: BlockRef
}

/** Reads what decides on a batch beside the batch itself, all at one block. */
export async function readManager(chain: Chain, query: ManagerQuery): Promise<ManagerReading> {
  const { manager, strategist, block } = query
  const [root, managerRoot] = await Promise.all([
    readManageRoot(chain, query),
    readManageRoot(chain, { ...query, strategist: manager }),
  ])
  const isRevoked = isUnset(root) ? await readHadRoot(chain, query) : false
  const ask = (calls: readonly EthCall[]) => chain.readCalls(calls, block)
  const { isPaused, vault: vaultOf, owner, authority } = managerSelectors
  const selectors = [isPaused, vaultOf, owner, authority]
  const answers = await ask(selectors.map((data) => ({ to: manager, data })))
  const vault = accountIn(answers[1])
  const ownGuard = { owner: accountIn(answers[2]), authority: accountIn(answers[3]) }
  const [vaultOwner, vaultAuthority] =
    vault === null ? [] : await ask([owner, authority].map((data) => ({ to: vault, data })))
  const vaultGuard = { owner: accountIn(vaultOwner), authority: accountIn(vaultAuthority) }
  const { manageVaultWithMerkleVerification: run } = managerSelectors
  const questions: readonly ManagerQuestion[] = [
    { user: strategist, target: manager, selector: run, guard: ownGuard },
    { user: manager, target: manager, selector: run, guard: ownGuard },
    {
      user: manager,
      target: vault ?? zeroAddress,
      selector: vaultSelectors.manage,
      guard: vaultGuard,
    },
  ]
  const [isAuthorised, isManagerAuthorised, isVaultCaller] = await allowed(questions, ask)
  const paused = wordIn(answers[0])
  const [balance] = vault === null ? [] : await chain.readNativeBalances([vault], block)
  const state: ManagerState = {
    ...(paused === null ? {} : { isPaused: paused !== 0n }),
    ...(isAuthorised === null || isAuthorised === undefined ? {} : { isAuthorised }),
    ...(isManagerAuthorised === null || isManagerAuthorised === undefined
      ? {}
      : { isManagerAuthorised }),
    ...(vault === null || isVaultCaller === null || isVaultCaller === undefined
      ? {}
      : { isVaultCaller }),
    ...(vault === null ? {} : { vault }),
    ...(balance === undefined ? {} : { nativeBalance: balance }),
  }
  return { block, manager, strategist, vault, root, isRevoked, managerRoot, state }
}

/**
 * Holds the vault that a file states against the one that its Manager acts for.
 *
 * @throws {OtherVaultError} when both are known and differ: every word about the vault would be about another one.
 */
export function assertVault(
  { manager, vault, block }: Pick<ManagerReading, 'manager' | 'vault' | 'block'>,
  stated: Address | null,
): void {
  if (vault === null || stated === null || isSameAddress(vault, stated)) return
  throw new OtherVaultError({ manager, vault, stated, block: String(block.number) })
}

function isUnset({ root }: ManageRoot): boolean {
  return /^0x0+$/.test(root)
}

type Guard = { readonly owner: Address | null; readonly authority: Address | null }
type ManagerQuestion = {
  readonly user: Address
  readonly target: Address
  readonly selector: Hex
  readonly guard: Guard
}

/** The owner may do everything; every other account what the authority says. Null where neither is known. */
async function allowed(
  questions: readonly ManagerQuestion[],
  ask: (calls: readonly EthCall[]) => Promise<readonly EthCallResult[]>,
): Promise<readonly (boolean | null)[]> {
  const calls = questions.map(({ user, target, selector, guard }) => ({
    to: guard.authority ?? zeroAddress,
    data: encodeFunctionData({
      abi: rolesAuthorityAbi,
      functionName: 'canCall',
      args: [user, target, selector],
    }),
  }))
  const answers = await ask(calls)
  return questions.map(({ user, guard }, index) => {
    if (guard.owner !== null && isSameAddress(user, guard.owner)) return true
    if (guard.authority === null) return null
    if (isSameAddress(guard.authority, zeroAddress)) return guard.owner === null ? null : false
    const word = wordIn(answers[index])
    return word === null ? null : word !== 0n
  })
}

function wordIn(answer: EthCallResult | undefined): bigint | null {
  return answer?.ok === true && answer.data.length === 66 ? BigInt(answer.data) : null
}

function accountIn(answer: EthCallResult | undefined): Address | null {
  const word = wordIn(answer)
  if (word === null || word >> 160n !== 0n) return null
  return checksumOf(`0x${word.toString(16).padStart(40, '0')}`)
}

/** A file says that a Manager acts for another vault than it does. */
export class OtherVaultError extends BaseError {
  override readonly code = 'other_vault'
  override readonly kind = 'conflict'

  constructor(facts: { manager: Address; vault: Address; stated: Address; block: string }) {
    const { manager, vault, stated, block } = facts
    super({
      message: `The file states the vault ${stated}, but the Manager ${manager} acts for ${vault} at block ${block}. Do not trust what the file says; give the right one.`,
      facts,
    })
  }
}
