import { BaseError } from '@vaultwright/base'

/** Accounts beside those of the vault's definition that one question may name. */
const maxOthers = 50

/**
 * Asks the own service for the accounts of a vault, all of one slot.
 *
 * @param others - addresses beside those that the vault's definition needs.
 * @returns the answer's text: its bytes are decoded here, nothing computed is in it.
 * @throws {EvidenceAwayError} when the service gives none.
 */
export async function askEvidence(vault: string, others: readonly string[] = []): Promise<string> {
  const also = others.slice(0, maxOthers).join(',')
  const query = also === '' ? '' : `?also=${also}`
  const path = `/console/v1/vaults/solana/${encodeURIComponent(vault)}/permissions${query}`
  const headers = { accept: 'application/json', 'x-vaultwright-console': '1' }
  const response = await fetch(path, { headers, credentials: 'same-origin' })
  const text = await response.text()
  if (!response.ok) throw new EvidenceAwayError(response.status, messageOf(text))
  return text
}

function messageOf(text: string): string | null {
  try {
    const { error, message } = Object(JSON.parse(text))
    const sentence = error?.message ?? message
    return typeof sentence === 'string' ? sentence : null
  } catch {
    return null
  }
}

/** The service gives no accounts of the vault. */
export class EvidenceAwayError extends BaseError {
  override readonly code = 'evidence_away'
  override readonly kind = 'unavailable'

  constructor(status: number, message: string | null) {
    const reason =
      status === 401
        ? 'You are not signed in. Sign in, or use a file with the accounts.'
        : `The service gives no accounts of this vault (status ${status}): ${message ?? 'it gives no reason'}`
    super({ message: reason, facts: { status }, retryable: status === 429 || status >= 500 })
  }
}
