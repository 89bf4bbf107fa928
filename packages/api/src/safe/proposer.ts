import { BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import {
  openKeySigner,
  type ProposalJournal,
  type ProposalSigner,
  type SafeService,
} from '@vaultwright/safe-service'
import type { Actor } from '@vaultwright/store'
import type { SafePlace } from './safe-place.ts'

/**
 * Opens the key that proposes to a Safe.
 *
 * @throws {SafeKeyMissingError} where the operator configured none for the Safe and this tenant.
 */
export async function signerFor(place: SafePlace): Promise<ProposalSigner> {
  const signer = await findSigner(place)
  if (signer === null) throw new SafeKeyMissingError(place.safeRef)
  return signer
}

/** Opens the key that proposes to a Safe; null where the operator configured none for the Safe and this tenant. */
export async function findSigner({
  context,
  tenantId,
  safeRef,
}: SafePlace): Promise<ProposalSigner | null> {
  const { proposer } = context.safes
  for (const { tenant, chain, safe } of proposer?.safes ?? []) {
    if (chain !== safeRef.chain || !isSameAddress(safe, safeRef.safe)) continue
    const named = await context.store.tenants.find(tenant)
    if (named?.id === tenantId) return openKeySigner(proposer!.key)
  }
  return null
}

/** Opens the memory of proposals to a Safe, which all processes share. */
export function journalOf({ context, tenantId, safeRef }: SafePlace): ProposalJournal {
  const { safeQueues } = context.store
  return {
    read: async () => {
      const records = await safeQueues.proposals(tenantId, safeRef)
      return records.map(({ event, intentHash, hash, nonce }) => {
        return { event, intentHash, safeTxHash: hash, nonce: String(nonce) } as Awaited<
          ReturnType<ProposalJournal['read']>
        >[number]
      })
    },
    write: ({ event, intentHash, safeTxHash: hash, nonce }) => {
      const record = { event, intentHash, hash, nonce: BigInt(nonce), atUnix: context.now() }
      return safeQueues.noteProposal(tenantId, safeRef, record)
    },
  }
}

/** Everything that is written to a service on behalf of an actor. */
export type ServiceWriter = {
  readonly actor: Actor
  /** By which right the account proposes that signs. */
  readonly right: 'owner' | 'delegate'
  /** Runs before each write. */
  readonly prolong: () => Promise<void>
}

/** Opens a service that writes each proposal and each withdrawal into the audit log before it is sent. */
export function auditedService(
  { context, tenantId, safeRef }: SafePlace,
  service: SafeService,
  { actor, right, prolong }: ServiceWriter,
): SafeService {
  const note = async (
    act: 'safe.propose' | 'safe.withdraw',
    hash: Hex,
    further: { readonly [name: string]: string },
  ) => {
    await prolong()
    const details = { chain: safeRef.chain, safe_tx_hash: hash, service: service.name, ...further }
    await context.store.audit.note(tenantId, { actor, act, subject: safeRef.safe, details })
  }
  return {
    ...service,
    propose: async (proposal) => {
      const { hash, transaction, sender } = proposal
      await note('safe.propose', hash, { nonce: String(transaction.nonce), [right]: sender })
      await service.propose(proposal)
    },
    withdraw: async (safe, hash, signature) => {
      await note('safe.withdraw', hash, {})
      await service.withdraw(safe, hash, signature)
    },
  }
}

/** The operator configured no key that may propose to a Safe. */
class SafeKeyMissingError extends BaseError {
  override readonly code = 'safe_key_missing'
  override readonly kind = 'conflict'

  constructor({ chain, safe }: SafePlace['safeRef']) {
    super({
      message: `No key of this service may propose to ${safe} on ${chain}. The operator names a file with the key of a delegate in SAFE_DELEGATE_KEY_FILE, and the Safe in SAFE_PROPOSALS as <tenant>:${chain}:${safe}. Or sign with a wallet of an owner or a delegate.`,
      facts: { chain, safe },
    })
  }
}
