import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  approvalOf,
  multiSendLibraryOf,
  type SafeHashes,
  type SafeHashInput,
  SafeReadingsError,
  type SafeTransaction,
  type SignedCall,
  safeHashesOf,
  safeHashRuleOf,
  safeHashRules,
} from '@vaultwright/safe'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import type { OuterSafe } from '../../input/signed.ts'

/** A transaction and its hashes, of every version that may be meant. */
export type HashedTransaction = {
  readonly signed: SignedCall
  readonly input: SafeHashInput
  /** Null where no version that is meant has a chain in its domain. */
  readonly chainId: number | null
  /** As `--safe-version` says it. */
  readonly version: string | null
  readonly hashes: readonly VersionHashes[]
}

/** The hashes of a transaction in some versions of the Safe contracts. */
export type VersionHashes = SafeHashes & {
  readonly versions: string
  readonly isChainBound: boolean
}

type HashWords = { readonly chain: string | undefined; readonly version: string | null }

/** Hashes a transaction for every version that may be meant. */
export function hashedOf(
  signed: SignedCall,
  input: SafeHashInput,
  { chain, version }: HashWords,
): HashedTransaction {
  const { transaction, safe, statedHash } = input
  const rules = rulesOf(input, version)
  const isBound = rules.some(({ isChainBound }) => isChainBound)
  const chainId = isBound ? chainIdOf(input.chainId, chain) : null
  const hashes = rules.map(({ version: each, versions, isChainBound }) => {
    const account = { safe, chainId: chainId ?? 0, version: each }
    return { ...safeHashesOf(transaction, account), versions, isChainBound }
  })
  const meant =
    statedHash === null ? hashes : hashes.filter((each) => each.transaction === statedHash)
  if (meant.length === 0) throw statedOther(statedHash!, hashes)
  return { signed, input, chainId, version, hashes: meant }
}

function rulesOf({ isChainBound }: SafeHashInput, version: string | null) {
  const rule = version === null ? null : safeHashRuleOf(version)
  if (rule !== null && isChainBound !== null && rule.isChainBound !== isChainBound) {
    const has = isChainBound ? 'has a chain' : 'has no chain'
    throw new SafeReadingsError(
      `The domain of the typed data ${has}, unlike that of a Safe ${version}`,
    )
  }
  if (rule !== null) return [{ ...rule, version: version!, versions: version! }]
  return safeHashRules.filter((each) => isChainBound === null || each.isChainBound === isChainBound)
}

function chainIdOf(stated: number | null, word: string | undefined): number {
  const statedChainId = word === undefined ? null : chainOfWord(word, 'chain').id
  const chainId = stated ?? statedChainId
  if (chainId === null) {
    throw new UsageError(
      'From 1.3.0 on the chain is part of the hash, and it is not known. Give --chain.',
    )
  }
  if (statedChainId === null || statedChainId === chainId) return chainId
  throw new SafeReadingsError(`The document is of chain ${chainId}, not ${statedChainId}`)
}

/** Names the library that makes several calls one transaction; null where there is none. */
export function libraryTextOf({ input, signed }: HashedTransaction): string | null {
  if (!input.isJoined) return null
  const { to } = input.transaction
  const library = multiSendLibraryOf(to)
  const name = library === null ? 'not a known library' : `${library.name} ${library.version}`
  const isStated = signed.to !== null && isSameAddress(signed.to, to)
  return `${to} (${name}${isStated ? '' : ', not named by the input: with another library the hashes differ'})`
}

function statedOther(stated: Hex, hashes: readonly VersionHashes[]): SafeReadingsError {
  const hashTexts = hashes.map(({ transaction, versions }) => `${transaction} (Safe ${versions})`)
  return new SafeReadingsError(
    `The document states the hash ${stated}, but that of its transaction is ${hashTexts.join(' or ')}`,
  )
}

/** The transaction with which an outer Safe approves, and its hashes. */
export type SafeApproval = {
  readonly safe: Address
  readonly version: string
  readonly transaction: SafeTransaction
  readonly hashes: SafeHashes
}

/** Makes the approvals of Safes of which each owns the one before; the first owns the Safe that signs. */
export function approvalsOf(
  hashed: HashedTransaction,
  outers: readonly OuterSafe[],
): readonly SafeApproval[] {
  if (outers.length === 0) return []
  const [hashes, ...further] = hashed.hashes
  if (further.length > 0) {
    throw new UsageError(
      'An outer Safe approves one hash, and the version of the Safe is not known. Give --safe-version.',
    )
  }
  const approvals: SafeApproval[] = []
  let inner = {
    safe: hashed.input.safe,
    version: hashed.version,
    hash: hashes!.transaction,
  }
  for (const { safe, version: safeVersion, ...terms } of outers) {
    const version = safeVersion ?? inner.version ?? (hashes!.isChainBound ? '1.4.1' : '1.2.0')
    const transaction = approvalOf(inner.safe, inner.hash, terms)
    const account = { safe, chainId: chainIdFor(version, hashed.chainId), version }
    const outer = safeHashesOf(transaction, account)
    approvals.push({ safe, version, transaction, hashes: outer })
    inner = { safe, version, hash: outer.transaction }
  }
  return approvals
}

function chainIdFor(version: string, chainId: number | null): number {
  if (chainId !== null) return chainId
  if (!safeHashRuleOf(version).isChainBound) return 0
  throw new UsageError(
    `The chain is part of the hash of an outer Safe ${version}, and it is not known. Give --chain.`,
  )
}
