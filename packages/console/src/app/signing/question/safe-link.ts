import { type Address, type Hex, isAddressText, isSameAddress } from '@vaultwright/base'
import { emptyHandOver, printPacketFile } from '@vaultwright/packet'
import { chainOf, chains, safeServiceName } from '@vaultwright/registry'

/** A transaction of a Safe, as a link into a web app names it. */
export type SafeLink = { readonly chainId: number; readonly safe: Address; readonly hash: Hex }

const namedTransaction = /\bmultisig_(0x[0-9a-fA-F]{40})_(0x[0-9a-fA-F]{64})(?![0-9a-zA-Z])/
const namedSafe = /[?&]safe=([a-z0-9]{1,30})(?::|%3A)(0x[0-9a-fA-F]{40})(?![0-9a-zA-Z])/i

/**
 * Reads the link to a transaction of a Safe: chain, Safe and hash. Its host is never asked.
 *
 * @returns null for a text that is no such link.
 * @throws {SafeLinkError} for a chain that is not known, and for a link that names two Safes.
 */
export function safeLinkIn(text: string): SafeLink | null {
  const [, account, hash] = namedTransaction.exec(text) ?? []
  const [, chain, safe] = namedSafe.exec(text) ?? []
  if (account === undefined || hash === undefined || chain === undefined || safe === undefined)
    return null
  if (!isAddressText(safe) || !isSameAddress(account as Address, safe as Address))
    throw new SafeLinkError('The link names two Safes. Copy it again.')
  const name = chain.toLowerCase()
  const chainId =
    chains.find(({ id }) => safeServiceName(id) === name)?.id ?? chainOf(name)?.id ?? null
  if (chainId === null)
    throw new SafeLinkError(
      `"${chain}" is not a chain of the record. Give the transaction as a file.`,
    )
  return { chainId, safe: safe as Address, hash: hash.toLowerCase() as Hex }
}

/**
 * Asks the service of this page for the transaction of a link; nothing of the answer is believed.
 *
 * @returns the packet's file: the row that states the hash, the chain, and the version that the service states.
 * @throws {SafeLinkError} where the service does not list it.
 */
export async function askSafeLink({ chainId, safe, hash }: SafeLink): Promise<string> {
  const slug = chainOf(chainId)?.slug ?? String(chainId)
  const response = await fetch(`/console/v1/safes/${slug}/${safe}/queue`, {
    headers: { 'x-vaultwright-console': '1' },
  })
  if (response.status === 401)
    throw new SafeLinkError('You are not signed in. Sign in, or give the transaction as a file.')
  const queue: QueueRow = response.ok ? Object((await response.json()) as unknown).data : undefined
  const row = rowsOf(queue).find((each) => String(Object(each).safeTxHash).toLowerCase() === hash)
  if (row === undefined)
    throw new SafeLinkError(
      `The service lists no transaction with the hash ${hash} in the queue of ${safe} (status ${response.status}). Give it as a file.`,
    )
  const statedVersion = Object(queue?.account).version
  const version =
    typeof statedVersion === 'string' && /^\d\.\d\.\d$/.test(statedVersion) ? statedVersion : null
  return printPacketFile(JSON.stringify(row), null, { ...emptyHandOver, chainId, version })
}

type QueueRow = { readonly account?: unknown; readonly listings?: unknown } | undefined

function rowsOf(queue: QueueRow): readonly unknown[] {
  const listings = queue?.listings
  return (Array.isArray(listings) ? listings : []).flatMap(
    (listing) => (Object(listing) as { readonly rows?: unknown }).rows ?? [],
  )
}

class SafeLinkError extends Error {}
