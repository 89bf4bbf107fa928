import type { Address } from '@vaultwright/base'
import { chainOf } from '@vaultwright/registry'

/** Asks the own service for a proof of a strategist's root; the answer is not believed, it is followed. */
export async function askRootProof(query: {
  readonly chainId: number
  readonly vault: Address
  readonly strategist: Address
}): Promise<string> {
  const { chainId, vault, strategist } = query
  const slug = chainOf(chainId)?.slug ?? String(chainId)
  const path = `/console/v1/vaults/${slug}/${vault}/roots/${strategist}/proof`
  const response = await fetch(path, { headers: { 'x-vaultwright-console': '1' } })
  const text = await response.text()
  if (response.ok) return text
  throw new RootQuestionError(response.status)
}

/** The service gives no proof of the root. */
class RootQuestionError extends Error {
  constructor(status: number) {
    const reason =
      status === 401
        ? 'You are not signed in. Sign in, or use a file with the proof.'
        : `The service gives no proof of this root (status ${status}). Use a file with the proof.`
    super(reason)
  }
}
