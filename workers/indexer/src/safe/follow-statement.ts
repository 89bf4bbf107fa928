import { readFinalHead } from '@vaultwright/chain'
import { parseStatement } from '@vaultwright/safe-service'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import type { SafeParts } from '../context/safe-parts.ts'
import type { TenantSafeRef } from '../task/task.ts'

/** The ends of a transaction, as they stand in the journal of proposals. */
const ends: ReadonlySet<string> = new Set([
  'executed_as_said',
  'executed_otherwise',
  'failed',
  'undecided',
  'replaced',
])

/**
 * Follows what was proposed here and stated, once its nonce is used in a final block. Each end is written down and
 * reported once, whichever process finds it.
 *
 * @param nonce - the next nonce of the Safe: a transaction from it on has no end yet.
 * @throws what reading store and chain throws.
 */
export async function followStatements(
  { store, safes, nowUnix, observe }: IndexContext & { readonly safes: SafeParts },
  { chain, finality }: IndexedChain,
  { nonce, ...safeRef }: TenantSafeRef & { readonly nonce: bigint },
): Promise<void> {
  const { tenantId, safe } = safeRef
  const { safeQueues } = store
  const key = { chain: safeRef.chain, safe }
  const lines = await safeQueues.proposals(tenantId, key)
  const ended = new Set(lines.filter(({ event }) => ends.has(event)).map(({ hash }) => hash))
  const open = lines.filter(
    (line) => line.event === 'posted' && line.nonce < nonce && !ended.has(line.hash),
  )
  const byHash = new Map(open.map((line) => [line.hash, line]))
  for (const { hash, intentHash, nonce: used } of byHash.values()) {
    const stored = await safeQueues.findStatement(tenantId, key, hash)
    if (stored === null) continue
    const statement = parseStatement(JSON.parse(stored.body), hash)
    const { number } = await readFinalHead(chain, finality)
    if (number < statement.block) continue
    const { outcome, replacedBy } = await safes.follow(chain, statement, number)
    if (outcome === 'pending') continue
    const line = { event: outcome, intentHash, hash, nonce: used, atUnix: nowUnix() }
    await safeQueues.noteProposal(tenantId, key, line)
    observe({ event: 'safe_followed', safeRef, hash, nonce: String(used), outcome, replacedBy })
  }
}
