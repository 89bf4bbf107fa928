import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import { parseEvidence } from '@vaultwright/review'
import { callsOfBatch, parseSafeBatch, readJsonText, type SafeCall } from '@vaultwright/safe'

/** The Safe that a document has to be made for. */
export type ProposedAccount = { readonly safe: Address; readonly chainId: number }

/**
 * Reads the calls to propose out of a batch file of the Safe web app, or out of evidence, which is one call of a Manager.
 *
 * @throws {ProposalForOtherError} when the document states another Safe or chain; what `parseSafeBatch`, `callsOfBatch`
 *   and `parseEvidence` throw.
 */
export function parseProposedCalls(text: string, account: ProposedAccount): readonly SafeCall[] {
  if (isEvidence(text)) {
    const { manager, encoded_tx_data: data, strategist, chain_id } = parseEvidence(text)
    assertMeant('evidence', { safe: strategist, chainId: chain_id }, account)
    return [{ to: manager, value: 0n, data }]
  }
  const batch = parseSafeBatch(text)
  const { createdFromSafeAddress: stated } = batch.meta
  const safe = stated ? (stated as Address) : null
  assertMeant('batch', { safe, chainId: Number(batch.chainId) }, account)
  return callsOfBatch(batch)
}

function isEvidence(text: string): boolean {
  const json = readJsonText(text)
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return false
  return 'format' in json.value && json.value.format === 'vaultwright-evidence'
}

type StatedAccount = { readonly safe: Address | null; readonly chainId: number | null }

function assertMeant(
  name: string,
  stated: StatedAccount,
  { safe, chainId }: ProposedAccount,
): void {
  if (stated.safe !== null && !isSameAddress(stated.safe, safe)) {
    throw new ProposalForOtherError(`The ${name} is of the Safe ${stated.safe}, not of ${safe}`)
  }
  if (stated.chainId !== null && stated.chainId !== chainId) {
    throw new ProposalForOtherError(`The ${name} is of chain ${stated.chainId}, not of ${chainId}`)
  }
}

/** A document was made for another Safe or chain than the one that is proposed to. */
class ProposalForOtherError extends BaseError {
  override readonly code = 'proposal_for_other'
  override readonly kind = 'invalid_input'

  constructor(reason: string) {
    super({ message: `${reason}. Make it for this one.` })
  }
}
