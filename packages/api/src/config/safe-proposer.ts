import { type Address, type EnvReader, type Hex, isAddressText } from '@vaultwright/base'
import { chainOf } from '@vaultwright/registry'
import { parsePrivateKey } from '@vaultwright/safe-service'

/** The key that proposes, and the Safes that it proposes to. */
export type SafeProposer = {
  /** Of a delegate, who can fill a queue and move nothing. */
  readonly key: Hex
  readonly safes: readonly ProposedSafe[]
}

/** A Safe for which a tenant may use the key. */
export type ProposedSafe = {
  readonly tenant: string
  readonly chain: string
  readonly safe: Address
}

const keyRule = 'a private key, 0x and 64 hex digits, together with SAFE_PROPOSALS'
const safesRule =
  'Safes with commas between, each as tenant:chain:address, together with SAFE_DELEGATE_KEY'

/**
 * Reads SAFE_DELEGATE_KEY and SAFE_PROPOSALS: both, or none.
 *
 * A key that signed for any Safe of any tenant would let one tenant fill the queue of another.
 */
export function readSafeProposer(reader: EnvReader): SafeProposer | null {
  const safes = reader.parsed('SAFE_PROPOSALS', safesRule, parseSafes)
  const key = reader.parsed('SAFE_DELEGATE_KEY', keyRule, parsePrivateKey)
  const [hasKey, hasSafes] = ['SAFE_DELEGATE_KEY', 'SAFE_PROPOSALS'].map(
    (name) => reader.text(name) !== null,
  )
  if (hasKey && !hasSafes) reader.refuse('SAFE_PROPOSALS', safesRule)
  if (hasSafes && !hasKey) reader.refuse('SAFE_DELEGATE_KEY', keyRule)
  return key === null || safes === null ? null : Object.freeze({ key, safes })
}

function parseSafes(text: string): readonly ProposedSafe[] | null {
  const safes = text.split(',').map((word) => parseSafe(word.trim()))
  return safes.every((safe) => safe !== null) ? safes : null
}

function parseSafe(word: string): ProposedSafe | null {
  const [tenant = '', chain = '', safe = '', ...further] = word.split(':')
  if (further.length > 0 || !/^[a-z0-9-]{2,40}$/.test(tenant)) return null
  const slug = chainOf(chain)?.slug
  return slug === undefined || !isAddressText(safe) ? null : { tenant, chain: slug, safe }
}
