import { BaseError } from '@vaultwright/base'
import {
  type SolanaNode,
  SolanaRefusedError,
  type SvmAccountsAt,
  type SvmReadOptions,
} from '@vaultwright/chain'
import {
  decodeTokenAccount,
  type KeptAccounts,
  type SvmAccount,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import { holdingReads, type SvmHoldingPlan, withTokenAccounts } from '@vaultwright/svm-builder'
import type { ReadFailure, SvmReadPlan } from '@vaultwright/valuation'

/** The node that holdings are read with. */
export type HoldingNode = Pick<SolanaNode, 'accountsAt' | 'tokenAccountsOf'>

/** The vault whose holdings are read. */
export type HoldingVault = {
  readonly vault: SvmAddress
  readonly program: SvmAddress
  readonly vaultId: bigint
}

/** Accounts of one slot, and what was looked for in them. */
export type HoldingRead = {
  readonly answer: SvmAccountsAt
  readonly scope: SvmReadPlan
}

/** Token accounts are created now and then while they are read, and accounts lead to others. */
const maxTries = 4
/** Anyone may send tokens to a sub-account: so many accounts of tokens that no definition names are read. */
const maxForeign = 500

/**
 * Reads a vault and its holdings at one slot: the token accounts that a node lists before are those that it lists after.
 *
 * @param scope - what is looked for, before the node listed any token accounts.
 * @throws {HoldingsMovedError} when token accounts come and go while they are read, and what asking the node throws.
 */
export async function readSvmHoldings(
  node: HoldingNode,
  { of, scope }: { readonly of: HoldingVault; readonly scope: SvmHoldingPlan },
  minContextSlot: bigint,
): Promise<HoldingRead> {
  const lister = { node, of, scope }
  let listing = await listTokenAccounts(lister, minContextSlot)
  for (let count = 0; count < maxTries; count++) {
    const { accounts, failures, slot } = listing
    const full = { ...withTokenAccounts(scope, accounts), quotes: [], failures }
    const from = { slot: latestOf(slot, minContextSlot), accounts: listing.byAddress }
    const answer = await readAll(node, { of, scope: full }, from)
    const after = await listTokenAccounts(lister, answer.slot)
    if (isSame(accounts, after.accounts)) return { answer, scope: full }
    listing = after
  }
  throw new HoldingsMovedError(of.vault)
}

/** Reads accounts until they lead to no others, all of them at one slot. */
async function readAll(
  node: HoldingNode,
  { of, scope }: { readonly of: HoldingVault; readonly scope: SvmReadPlan },
  from: KeptAccounts,
): Promise<SvmAccountsAt> {
  let addresses = holdingReads(scope, of, from.accounts)
  let floor = from.slot
  for (let count = 0; count < maxTries; count++) {
    const answer = await node.accountsAt(addresses, optionsOf(floor))
    const reads = holdingReads(scope, of, answer.accounts)
    if (reads.every((address) => answer.accounts.has(address))) return answer
    addresses = reads
    floor = answer.slot
  }
  throw new HoldingsMovedError(of.vault)
}

type Lister = {
  readonly node: HoldingNode
  readonly of: HoldingVault
  readonly scope: SvmHoldingPlan
}

type TokenListing = {
  readonly slot: bigint
  /** Sorted. */
  readonly accounts: readonly SvmAddress[]
  /** As the node listed them: they lead to their mints. */
  readonly byAddress: ReadonlyMap<SvmAddress, SvmAccount>
  readonly failures: ReadFailure[]
}

/** Lists the token accounts that hold something; a node that keeps no list of them is a failure that totals tell of. */
async function listTokenAccounts(lister: Lister, minContextSlot: bigint): Promise<TokenListing> {
  const listings = await Promise.all(
    lister.scope.subAccounts.map((number) => listOf(lister, number, minContextSlot)),
  )
  const slots = listings.map(({ slot }) => slot)
  return {
    slot: slots.reduce(latestOf, 0n),
    accounts: listings.flatMap(({ accounts }) => accounts).toSorted(),
    byAddress: new Map(listings.flatMap(({ byAddress }) => [...byAddress])),
    failures: listings.flatMap(({ failures }) => failures),
  }
}

async function listOf(
  { node, of, scope }: Lister,
  number: number,
  minContextSlot: bigint,
): Promise<TokenListing> {
  const what = `token accounts of sub-account ${number}`
  try {
    const owner = vaultAddresses(of.program).subAccount(of.vaultId, number)
    const { slot, accounts } = await node.tokenAccountsOf(owner, optionsOf(minContextSlot))
    const held = [...accounts].flatMap(([address, account]) => {
      const mint = mintHeldIn(account)
      return mint === null ? [] : [{ address, isNamed: isNamed(scope, mint) }]
    })
    const foreign = held.filter((account) => !account.isNamed)
    const left = foreign.length - maxForeign
    const reason = `${left} accounts of tokens that the definition does not name were not read: it has ${foreign.length} of them.`
    const listed = [...held.filter((account) => account.isNamed), ...foreign.slice(0, maxForeign)]
    return {
      slot,
      accounts: listed.map(({ address }) => address),
      byAddress: accounts,
      failures: left > 0 ? [{ what, reason }] : [],
    }
  } catch (error) {
    if (!(error instanceof SolanaRefusedError) || error.refusal !== 'unsupported') throw error
    const failures = [{ what, reason: error.shortMessage }]
    return { slot: 0n, accounts: [], byAddress: new Map(), failures }
  }
}

function isNamed({ tokens }: SvmHoldingPlan, mint: string): boolean {
  return tokens.some(({ address }) => address === mint)
}

/** @returns null for an account that holds nothing; nothing of one that cannot be read, which is to be looked at. */
function mintHeldIn(account: SvmAccount): string | null {
  try {
    const { mint, amount } = decodeTokenAccount(account)
    return amount === 0n ? null : mint
  } catch (error) {
    if (error instanceof BaseError) return ''
    throw error
  }
}

function latestOf(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}

function optionsOf(minContextSlot: bigint): SvmReadOptions {
  return { commitment: 'finalized', minContextSlot }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((address, index) => address === other[index])
}

/** Token accounts of a vault come and go while they are read. */
export class HoldingsMovedError extends BaseError {
  override readonly code = 'holdings_moved'
  override readonly kind = 'unavailable'

  constructor(vault: SvmAddress) {
    super({
      message: `The token accounts of ${vault} changed each time that they were read. The day is read again.`,
      facts: { vault },
      retryable: true,
    })
  }
}
