import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { isHashStated, type SafeAccountState, type VerifiedEntry } from './verified-entry.ts'

/** The state of an entry, computed from the chain and the hashes alone. */
export type QueueState =
  /** Its fields hash to another hash than the service states. */
  | 'unverifiable'
  /** Its nonce is used. */
  | 'dead'
  | 'awaiting'
  /** Enough owners signed, the Safe accepts their signatures, and its nonce is the next. */
  | 'ready'
  | 'ready_in_conflict'
  /** Entries before it have to run first. */
  | 'queued'
  /** A nonce before it is of no entry. */
  | 'blocked'

/** A finding on the list as a whole. */
export type QueueFinding = {
  /** `no`: the service contradicts itself. `incomplete`: something is not known. */
  readonly weight: 'no' | 'incomplete' | 'note'
  readonly code:
    | 'entry_twice'
    | 'nonce_conflict'
    | 'nonce_gap'
    | 'confirmation_gone'
    | 'gone'
    | 'hidden'
    | 'row_unread'
    | 'listing_cut'
    | 'listing_incomplete'
  readonly hash: Hex | null
  /** Null where it is about the list. */
  readonly nonce: bigint | null
  readonly message: string
}

/** An entry that was seen before: the service may leave it out, and owners' signatures stay valid. */
export type RememberedEntry = {
  readonly hash: Hex
  readonly nonce: bigint
  readonly signers: readonly Address[]
}

/**
 * Computes the state of each entry.
 *
 * @returns the states in the order of the entries.
 */
export function queueStatesOf(
  entries: readonly VerifiedEntry[],
  account: SafeAccountState,
): readonly QueueState[] {
  const gap = firstGap(entries, account)
  return entries.map((verified) => {
    const { nonce } = verified.entry.transaction
    if (!isHashStated(verified)) return 'unverifiable'
    if (nonce < account.nonce) return 'dead'
    if (gap !== null && nonce > gap) return 'blocked'
    if (nonce > account.nonce) return 'queued'
    if (verified.isExecutable !== true) return 'awaiting'
    return rivalsOf(verified, entries).length > 0 ? 'ready_in_conflict' : 'ready'
  })
}

/** Finds what is said of the list as a whole: doubles, conflicts, gaps. */
export function queueFindings(
  entries: readonly VerifiedEntry[],
  account: SafeAccountState,
): readonly QueueFinding[] {
  const findings: QueueFinding[] = []
  const hashes = new Set<Hex>()
  const nonces = new Map<bigint, number>()
  for (const { entry, hash } of entries) {
    const { nonce } = entry.transaction
    if (hashes.has(hash)) {
      const message = `The service lists ${hash} twice.`
      findings.push({ weight: 'no', code: 'entry_twice', hash, nonce, message })
    } else nonces.set(nonce, (nonces.get(nonce) ?? 0) + 1)
    hashes.add(hash)
  }
  for (const [nonce, count] of nonces) {
    if (count < 2 || nonce < account.nonce) continue
    const message = `${count} entries have the nonce ${nonce}: only one of them can run.`
    findings.push({ weight: 'note', code: 'nonce_conflict', hash: null, nonce, message })
  }
  const gap = firstGap(entries, account)
  if (gap !== null) {
    const message = `No entry that an owner or a delegate signed has the nonce ${gap}: later ones cannot run.`
    findings.push({ weight: 'note', code: 'nonce_gap', hash: null, nonce: gap, message })
  }
  return findings
}

/**
 * Finds the nonce of the next proposal: the first free one, not the highest plus one, since one forged
 * nonce of 10^9 would else block a Safe.
 *
 * @param remembered - entries that owners signed and that the service no longer lists.
 */
export function nextNonceOf(
  entries: readonly VerifiedEntry[],
  account: SafeAccountState,
  remembered: readonly RememberedEntry[] = [],
): bigint {
  const taken = new Set([
    ...entries.filter(isProposed).map(({ entry }) => entry.transaction.nonce),
    ...remembered.filter(({ signers }) => signers.length > 0).map(({ nonce }) => nonce),
  ])
  let nonce = account.nonce
  while (taken.has(nonce)) nonce += 1n
  return nonce
}

/** Compares a list with what was seen before: the service can hide an entry, not undo a signature. */
export function forgottenFindings(
  remembered: readonly RememberedEntry[],
  entries: readonly VerifiedEntry[],
  account: SafeAccountState,
): readonly QueueFinding[] {
  return remembered.flatMap(({ hash, nonce, signers }): readonly QueueFinding[] => {
    if (nonce < account.nonce) return []
    const owners = signers.filter((signer) => isIn(account.owners, signer))
    const current = entries.find((verified) => verified.hash === hash)
    if (current === undefined) {
      const weight = owners.length > 0 ? 'incomplete' : 'note'
      const signed =
        owners.length > 0 ? `, but ${owners.join(', ')} signed it: it can still run` : ''
      const message = `${hash} (nonce ${nonce}) is gone from the service${signed}.`
      return [{ weight, code: 'gone', hash, nonce, message }]
    }
    const signedNow = current.signatures.map(({ owner }) => owner)
    const lost = owners.filter((owner) => !isIn(signedNow, owner))
    if (lost.length === 0) return []
    const message = `The service no longer lists the signature of ${lost.join(', ')} for ${hash}. It stays valid.`
    return [{ weight: 'note', code: 'confirmation_gone', hash, nonce, message }]
  })
}

/** Joins what was seen before with a list, without entries that can no longer run or whose hash is forged. */
export function rememberQueue(
  remembered: readonly RememberedEntry[],
  entries: readonly VerifiedEntry[],
  account: SafeAccountState,
): readonly RememberedEntry[] {
  const byHash = new Map(remembered.map((known) => [known.hash, known]))
  for (const verified of entries.filter(isHashStated)) {
    const { hash, entry, signatures } = verified
    const before = byHash.get(hash)?.signers ?? []
    const added = signatures.map(({ owner }) => owner).filter((owner) => !isIn(before, owner))
    byHash.set(hash, { hash, nonce: entry.transaction.nonce, signers: [...before, ...added] })
  }
  return [...byHash.values()].filter(({ nonce }) => nonce >= account.nonce)
}

/** True if somebody with a right to it put the entry there: anyone may post an unsigned one. */
export function isProposed(verified: VerifiedEntry): boolean {
  const { entry, signatures } = verified
  const isDelegated = entry.isTrusted && entry.proposedByDelegate !== null
  return isHashStated(verified) && (signatures.length > 0 || isDelegated)
}

function rivalsOf(
  { hash, entry }: VerifiedEntry,
  entries: readonly VerifiedEntry[],
): readonly VerifiedEntry[] {
  return entries.filter(
    (rival) =>
      rival.hash !== hash &&
      rival.entry.transaction.nonce === entry.transaction.nonce &&
      isProposed(rival),
  )
}

/** The first nonce of no proposed entry before the highest one; null where there is none. */
function firstGap(entries: readonly VerifiedEntry[], account: SafeAccountState): bigint | null {
  const next = nextNonceOf(entries, account)
  const isBeyond = entries.some(
    (verified) => isHashStated(verified) && verified.entry.transaction.nonce > next,
  )
  return isBeyond ? next : null
}

function isIn(list: readonly Address[], account: Address): boolean {
  return list.some((each) => isSameAddress(each, account))
}
